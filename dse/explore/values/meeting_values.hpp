#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "dse/explore/values/stored_values.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::explore {

/// Tells whether the condition compares data, so that no values of loops ever decide it.
bool compares_data(const Function&, int condition);

/// Tells whether the expression is a choice that loops may decide: in a copy it is one of its arms.
bool is_choice_of_loops(const Function&, const Expression&);

/// Tells which expressions may have the same value in some copies of a body: the tool then builds one operator for
/// both. A load may return any value that the body stores in its array, a choice that loops decide is one of its arms,
/// and a sum with a constant may be its other operand. Questions that take too long are answered with yes.
class MeetingValues {
 public:
  /// The arguments outlive it.
  MeetingValues(const Function& function, const StoredValues& stored) : function_(function), stored_(stored) {}

  bool may_meet(int a, int b);
  /// Some copies compute it from constants alone.
  bool may_be_constant(int expression);
  /// The expressions whose value this one may be: itself, and those whose values it passes on.
  const std::set<int>& sources(int expression);

 private:
  using Pair = std::pair<int, int>;

  void add_sources(int expression, std::set<int>& found);
  bool is_alike(const Expression&, const Expression&, std::set<Pair>& asked);
  bool may_meet(int a, int b, std::set<Pair>& asked);
  const Expression& at(int expression) const { return function_.expressions[expression]; }

  const Function& function_;
  const StoredValues& stored_;
  std::map<int, std::set<int>> sources_;
  std::set<Pair> meeting_, apart_;  ///< pairs of which the answer is known
  std::set<int> constant_, not_constant_;
  bool found_ = false;  ///< since the last round began, one more pair meets
  std::int64_t steps_ = 0;
};

}  // namespace pom::dse::explore
