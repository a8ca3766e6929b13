#include "dsl/record/narrowing.hpp"

#include <algorithm>
#include <unordered_set>

#include "dsl/model/conversion.hpp"
#include "dsl/print/print_expression.hpp"

namespace pom::dsl {
namespace {

/// Integers that the type holds, each of them and exactly.
ValueRange integers_of(const Type& type) {
  if (is_integer(type)) return range_of(type);
  if (type.is_float()) {
    const Wide end = Wide{1} << mantissa_bits(type);
    return {-end, end};
  }
  const int bits = std::clamp(type.integer_bits, 0, widest_number);
  return bits == 0 ? ValueRange{0, 0} : range_of(type.is_signed() ? p_int(bits) : p_uint(bits));
}

class NarrowingCheck {
 public:
  NarrowingCheck(const ExprNode& whole, const ExprNode& recorded, Type to, RangeAnalysis& ranges)
      : whole_(whole), recorded_(recorded), to_(to), ranges_(ranges) {}

  std::optional<std::string> check(const ExprNode& node) {
    if (is_integer(node.type)) return judge(node);
    if (!passed_.insert(&node).second || node.op == Op::load) return {};
    if (node.op == Op::cast) return node.implicit ? check(*node.operands[0]) : std::nullopt;
    for (std::size_t n = node.op == Op::select ? 1 : 0; n < node.operands.size(); ++n) {
      if (auto loss = check(*node.operands[n])) return loss;
    }
    return {};
  }

 private:
  std::optional<std::string> judge(const ExprNode& integer) {
    if (integer.op == Op::integer || !loses_data(integer.type, to_)) return {};
    const ValueRange range = ranges_.find(integer), held = integers_of(to_);
    if (held.contains(range)) return {};
    // Functions of the whole value are named as the user wrote them, not by the operations that they became.
    return describe(&integer == &whole_ ? recorded_ : integer) + " lies in " + to_string(range) + ", " +
           to_string(to_) + " holds " + (is_integer(to_) ? "" : "all of ") + to_string(held);
  }

  const ExprNode &whole_, &recorded_;
  Type to_;
  RangeAnalysis& ranges_;
  std::unordered_set<const ExprNode*> passed_;
};

}  // namespace

std::optional<std::string> find_narrowing(const ExprNode& elaborated, const ExprNode& recorded, Type to,
                                          RangeAnalysis& ranges) {
  return NarrowingCheck(elaborated, recorded, to, ranges).check(elaborated);
}

}  // namespace pom::dsl
