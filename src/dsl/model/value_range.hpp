#pragma once
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "dsl/model/function.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/real_range.hpp"

namespace pom::dsl {

/// low <= value <= high, of an integer. Ends beyond ±2^120 stand for "no bound that is known".
struct ValueRange {
  Wide low, high;

  bool contains(const ValueRange& inner) const { return low <= inner.low && inner.high <= high; }
  bool contains(Wide value) const { return low <= value && value <= high; }
};

/// In digits, as far as ends are told apart.
std::string to_string(Wide);
/// "[-128, 127]"
std::string to_string(const ValueRange&);

/// Every value that an integer type has.
ValueRange range_of(const Type&);

/// Where the elaborated values of one compute lie at most, judged by types, the loops' bounds and the operations in
/// between. An arm of a select is judged under the select's condition, where that compares integers. Each node is
/// judged once in the same circumstances, however often it is used; nodes must outlive the analysis. Fixed-point values
/// count in units of their last place.
class RangeAnalysis {
 public:
  /// Loops that are still to come may be missing.
  explicit RangeAnalysis(const std::vector<Loop>& loops);

  /// Of the value itself: what does not fit into its type has wrapped around.
  ValueRange find(const ExprNode&);
  /// Of an elaborated index, bound or guard's side, whose / and % round down: what whole numbers of any size give, as
  /// they wrap around nowhere.
  ValueRange find_index(const ExprNode&);
  ValueRange loop_range(std::size_t loop) const { return loops_[loop]; }
  /// Takes values of a loop into account that it has for others who share it.
  void widen_loop(std::size_t loop, const ValueRange& more);
  /// ExprNode::exact.
  bool is_exact(const ExprNode&);
  /// A division or remainder whose divisor is 0 whatever the inputs are.
  bool divides_by_zero(const ExprNode&);

 private:
  /// Ranges of numbers (number_of) that conditions narrow.
  using Facts = std::map<int, ValueRange>;
  /// What is known inside of an arm.
  struct Arm {
    Facts facts;
    std::unordered_map<const ExprNode*, ValueRange> known;
  };

  ValueRange find_new(const ExprNode&, const ValueRange& all);
  ValueRange find_select(const ExprNode&);
  /// Of the arm that is taken where the condition has the outcome. Nothing: it is never taken.
  std::optional<ValueRange> find_arm(const ExprNode& arm, const ExprNode& condition, bool outcome);
  /// Adds what the outcome of the condition says, or less. False: the condition never has it.
  bool learn(const ExprNode& condition, bool outcome, Facts&);
  bool learn_comparison(Op, const ExprNode& left, const ExprNode& right, Facts&);
  /// The node without conversions that keep its value.
  const ExprNode& unconverted(const ExprNode&);
  ValueRange find_leaf(const ExprNode&, const ValueRange& all) const;
  ValueRange find_bits(const ExprNode&, const ValueRange& all);
  ValueRange find_shift(const ExprNode&, const ValueRange& all);
  ValueRange find_cast(const ExprNode&, const ValueRange& all);
  /// As unbounded integers have it, of neg, abs, add, sub, mul, shl.
  ValueRange find_unbounded(const ExprNode&);
  RealRange find_real(const ExprNode&);
  RealRange find_new_real(const ExprNode&);
  bool fits_shift(const ExprNode& shift);
  /// Equal numbers: equal values, whoever computes them. Two unknown numbers may differ, also where one node stands
  /// for both: what contains one has `no_number`.
  int number_of(const ExprNode&);
  bool same(const ExprNode& a, const ExprNode& b) { return number_of(a) != no_number && number_of(a) == number_of(b); }
  bool subtracts_itself(const ExprNode& node) {
    return node.op == Op::sub && same(*node.operands[0], *node.operands[1]);
  }
  bool is_zero(const ExprNode&);

  static constexpr int no_number = -1;
  /// Arms within arms, and nodes and conditions that one analysis judges for arms. What comes behind is judged without
  /// the conditions that it stands under, so that no value costs more than these steps beside its own nodes; its range
  /// is the wider then, whatever was asked before.
  static constexpr std::size_t most_nested_arms = 64;
  static constexpr int most_steps_in_arms = 20000;

  std::vector<ValueRange> loops_;
  bool in_index_ = false;  ///< find_index is asking
  std::unordered_map<const ExprNode*, ValueRange> known_, known_indices_;
  std::vector<Arm> arms_;  ///< in which the node stands that is judged, the outermost first
  int steps_in_arms_ = 0;
  std::unordered_map<const ExprNode*, RealRange> known_reals_;
  std::unordered_map<const ExprNode*, int> numbers_;
  std::map<std::vector<std::int64_t>, int> number_by_content_;
};

/// Sets ExprNode::exact in the whole value. Shared parts stay shared.
ExprPtr mark_exact(const ExprPtr& value, RangeAnalysis&);

}  // namespace pom::dsl
