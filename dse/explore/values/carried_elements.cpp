#include "dse/explore/values/carried_elements.hpp"

#include <algorithm>
#include <optional>

#include "dse/explore/values/meeting_values.hpp"
#include "dse/kernel/index.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::explore {

namespace {

/// A box of more iterations is not looked at: no unit has as many copies.
constexpr std::int64_t most_iterations = 1 << 10;

/// The numbers of an element in an iteration; nothing: they depend on data or on other loops.
std::optional<std::vector<std::int64_t>> indices_of(const std::vector<Index>& indices, estimate::Unrolling& iteration) {
  std::vector<std::int64_t> numbers;
  for (const Index& index : indices) {
    if (index.opaque) return {};
    const estimate::Linear value = iteration.evaluate(index);
    if (!value.is_constant()) return {};
    numbers.push_back(value.constant);
  }
  return numbers;
}

}  // namespace

CarriedElements::CarriedElements(const Function& function, const std::vector<Node>& body, const LoopPlaces& places,
                                 const StoredValues& stored)
    : function_(function), stored_(stored), box_(function, places, 0, 1) {
  visit(body, places);
  box_ = IterationBox(function, places, loops_, most_iterations);
  if (box_.size() == 0) loops_ = ~0U;
  std::vector<Store> stores;
  for (std::int64_t n = 0; n < box_.size(); ++n) {
    estimate::Unrolling& iteration = iterations_.emplace_back(box_.iteration(n));
    for (const Statement& statement : statements_) {
      if (!may_pass(function_, statement.guards, iteration)) continue;
      auto element = indices_of(statement.assignment->indices, iteration);
      if (!element) {
        loops_ = ~0U;  // any element may get a value of its own
        return;
      }
      Store store{{statement.assignment->array, *std::move(element)}, {}};
      // A variable may only pass its value on, and is as it was.
      const bool is_kept =
          store.element.second.empty() && function_.expressions[statement.assignment->value].op == OpKind::load;
      if (!is_kept) store.from = loaded_by(statement.loads, iteration);
      stores.push_back(std::move(store));
    }
  }
  drop_others(std::move(stores));
}

void CarriedElements::visit(const std::vector<Node>& body, const LoopPlaces& places) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment) {
      add_loops(node.assignment.value, places);
      add_loops(node.assignment.indices, places);
      statements_.push_back({&node.assignment, guards_, loads_of(node.assignment.value)});
    }
    visit(node.loop.body, places);
    if (node.kind != Node::Kind::branch) continue;
    add_loops(node.branch.condition, places);
    guards_.push_back({node.branch.condition, true});
    visit(node.branch.then, places);
    guards_.back().holds = false;
    visit(node.branch.otherwise, places);
    guards_.pop_back();
  }
}

void CarriedElements::add_loops(int expression, const LoopPlaces& places) {
  visit_parts(function_, expression, [&](const Expression& e) {
    add_loops(e.indices, places);
    if (e.op == OpKind::iterator) loops_ |= bit_of(places, e.loop, ~0U);
  });
}

void CarriedElements::add_loops(const std::vector<Index>& indices, const LoopPlaces& places) {
  std::set<int> moving;
  for (const Index& index : indices) collect_loops(index, moving);
  for (const int loop : moving) loops_ |= bit_of(places, loop, ~0U);
}

/// The loads that the value is computed from whatever loops decide.
std::vector<int> CarriedElements::loads_of(int expression) const {
  std::set<int> passed;
  std::vector<int> loads;
  add_loads(expression, passed, loads);
  return loads;
}

void CarriedElements::add_loads(int expression, std::set<int>& passed, std::vector<int>& loads) const {
  if (!passed.insert(expression).second) return;
  const Expression& e = function_.expressions[expression];
  if (e.op == OpKind::load) loads.push_back(expression);
  if (is_choice_of_loops(function_, e)) return;
  for (const int operand : e.operands) add_loads(operand, passed, loads);
}

std::vector<CarriedElements::Element> CarriedElements::loaded_by(const std::vector<int>& loads,
                                                                 estimate::Unrolling& iteration) const {
  std::vector<Element> elements;
  for (const int load : loads) {
    const Expression& e = function_.expressions[load];
    if (!stored_.by_array().contains(e.array)) continue;
    if (auto numbers = indices_of(e.indices, iteration)) elements.emplace_back(e.array, *std::move(numbers));
  }
  return elements;
}

/// Leaves in `carried_` the greatest set of elements each of whose stores is computed from one of the set.
void CarriedElements::drop_others(std::vector<Store> stores) {
  for (const Store& store : stores) carried_.insert(store.element);
  std::map<Element, std::vector<std::size_t>> users;  // stores that are computed from the element
  std::vector<std::size_t> left(stores.size());       // of each: carried elements that it is computed from
  std::vector<std::size_t> lost;
  for (std::size_t n = 0; n < stores.size(); ++n) {
    for (const Element& from : stores[n].from) {
      if (!carried_.contains(from)) continue;
      users[from].push_back(n);
      ++left[n];
    }
    if (left[n] == 0) lost.push_back(n);
  }
  while (!lost.empty()) {
    const Element element = stores[lost.back()].element;
    lost.pop_back();
    if (carried_.erase(element) == 0) continue;
    for (const std::size_t user : users[element]) {
      if (--left[user] == 0) lost.push_back(user);
    }
  }
}

/// In which iterations of the box the expression is computed from a carried element.
const std::vector<bool>& CarriedElements::carried_in(int expression) {
  if (const auto known = carried_in_.find(expression); known != carried_in_.end()) return known->second;
  const Expression& e = function_.expressions[expression];
  std::vector<bool> carried(static_cast<std::size_t>(box_.size()));
  if (e.op == OpKind::load) {
    for (std::size_t n = 0; n < carried.size(); ++n) {
      const std::vector<Element> loaded = loaded_by({expression}, iterations_[n]);
      carried[n] = !loaded.empty() && carried_.contains(loaded.front());
    }
  } else if (!is_choice_of_loops(function_, e)) {
    for (const int operand : e.operands) {
      const std::vector<bool>& by_operand = carried_in(operand);
      for (std::size_t n = 0; n < carried.size(); ++n) carried[n] = carried[n] || by_operand[n];
    }
  }
  return carried_in_[expression] = std::move(carried);
}

double CarriedElements::count(int expression, const Guards& guards) {
  if (carried_.empty()) return 0;
  const std::vector<bool>& carried = carried_in(expression);
  double count = 0;
  for (std::size_t n = 0; n < carried.size(); ++n) count += carried[n] && may_pass(function_, guards, iterations_[n]);
  return count;
}

}  // namespace pom::dse::explore
