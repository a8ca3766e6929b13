#include "routine_calls.hpp"

#include <algorithm>
#include <limits>

#include "polyhedral/ir/mark_process.hpp"

namespace pom::fuzz {

void collect_statements(const poly::LoopNode& node, std::set<int>& statements) {
  if (node.kind == poly::LoopNode::Kind::instance) statements.insert(node.compute);
  for (const poly::LoopNode& child : node.body) collect_statements(child, statements);
}

void RoutineCalls::pass(const poly::LoopNode& root) {
  std::set<int> statements;
  collect_statements(root, statements);
  for (int s : statements) last_position_ = std::max(last_position_, position_of(s));
}

/// Of the nest, or of the process's first one.
int RoutineCalls::position_of(int statement) const {
  return poly::first_nest_of_process(scheduled_, scheduled_.statements[statement].position.front());
}

/// In the order of their positions.
std::vector<int> RoutineCalls::statements_at(int position) const {
  std::vector<int> found;
  for (int s = 0; s < static_cast<int>(scheduled_.statements.size()); ++s) {
    if (position_of(s) == position) found.push_back(s);
  }
  std::stable_sort(found.begin(), found.end(),
                   [&](int a, int b) { return scheduled_.statements[a].position < scheduled_.statements[b].position; });
  return found;
}

CallMeaning RoutineCalls::meaning(const poly::LoopNode& call) {
  CallMeaning meaning;
  const poly::Routine& routine = tree_.routines.at(call.routine);
  std::set<int> in_body;
  for (const poly::LoopNode& node : routine.body) collect_statements(node, in_body);
  int next = std::numeric_limits<int>::max();
  for (int s = 0; s < static_cast<int>(scheduled_.statements.size()); ++s) {
    if (position_of(s) > last_position_) next = std::min(next, position_of(s));
  }
  last_position_ = next;
  const int made_from = position_of(*in_body.begin());
  const std::vector<int> body = statements_at(made_from), called = statements_at(next);
  if (body.size() != called.size()) {
    meaning.error = "routine " + routine.name + " and the nest that calls it have different numbers of statements";
    return meaning;
  }
  for (std::size_t n = 0; n < body.size(); ++n) meaning.statements[body[n]] = called[n];
  map_arrays(call, meaning);
  return meaning;
}

/// By the accesses of the statements; what the call passes has to agree.
void RoutineCalls::map_arrays(const poly::LoopNode& call, CallMeaning& meaning) const {
  const auto& computes = scheduled_.program->computes;
  const poly::Routine& routine = tree_.routines[call.routine];
  const auto put = [&](int from, int to) {
    if (meaning.arrays.emplace(from, to).first->second != to)
      meaning.error = "an array of routine " + routine.name + " stands for two";
  };
  for (const auto& [from, to] : meaning.statements) {
    const dsl::Compute &a = computes[from], &b = computes[to];
    put(a.store.array, b.store.array);
    if (a.loads.size() != b.loads.size()) {
      meaning.error = "routine " + routine.name + " reads more or less than the nest that calls it";
      return;
    }
    for (std::size_t n = 0; n < a.loads.size(); ++n) put(a.loads[n].array, b.loads[n].array);
  }
  if (call.arrays.size() != routine.arrays.size()) meaning.error = "wrong number of arguments for " + routine.name;
  for (std::size_t n = 0; n < std::min(call.arrays.size(), routine.arrays.size()); ++n) {
    const auto found = meaning.arrays.find(routine.arrays[n]);
    if (found == meaning.arrays.end() || found->second != call.arrays[n])
      meaning.error = "routine " + routine.name + " gets another array than its nest uses";
  }
}

}  // namespace pom::fuzz
