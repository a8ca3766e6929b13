#include "dse/explore/unit/bus_work.hpp"

#include <algorithm>
#include <map>

namespace pom::dse::explore {

BusWork::BusWork(const Function& function, const Unit& unit) : unit_(unit) {
  const bool any = std::any_of(function.arrays.begin(), function.arrays.end(),
                               [](const Array& array) { return array.port.is_bus(); });
  const Loop* innermost = any ? find_loop(function.body, unit.loops.back().label) : nullptr;
  if (!innermost) return;
  for (const UnitLoop& loop : unit.loops) {
    const Loop* known = find_loop(function.body, loop.label);
    ids_.push_back(known ? known->id : -1);
  }
  // What a condition decides may not happen.
  for (const Node& node : innermost->body) {
    if (node.kind != Node::Kind::assignment) continue;
    add_loads(function, node.assignment.value);
    add(function, node.assignment.array, node.assignment.indices, true);
  }
}

void BusWork::add_loads(const Function& function, int expression) {
  if (expression < 0) return;
  const Expression& e = function.expressions[expression];
  if (e.op == OpKind::select) return;
  if (e.op == OpKind::load) add(function, e.array, e.indices, false);
  for (const int operand : e.operands) add_loads(function, operand);
}

void BusWork::add(const Function& function, int array, const std::vector<Index>& indices, bool writes) {
  if (array < 0 || !function.arrays[array].port.is_bus()) return;
  Access access{function.arrays[array].port.bundle, array, writes, 0, true};
  for (const Index& index : indices) {
    if (index.opaque || !index.divisions.empty()) return;
    int here = 0;
    for (const Index::Term& term : index.terms) {
      const auto at = std::find(ids_.begin(), ids_.end(), term.loop);
      if (at == ids_.end() || at - ids_.begin() >= 32) continue;
      const unsigned bit = 1U << (at - ids_.begin());
      access.different = access.different && ++here == 1 && (access.loops & bit) == 0;
      access.loops |= bit;
    }
  }
  accesses_.push_back(std::move(access));
}

double BusWork::interval(const Configuration& choice) const {
  // What the innermost loop that runs does not move may be asked for once, in front of it.
  std::size_t running = choice.factors.size();
  while (running > 0 && choice.factors[running - 1] >= unit_.loops[running - 1].trip) --running;
  if (accesses_.empty() || running == 0) return 0;
  std::map<std::pair<int, bool>, double> of_array;
  for (const Access& access : accesses_) {
    if (!(access.loops >> (running - 1) & 1U)) continue;
    double copies = 1;
    for (std::size_t n = 0; n < choice.factors.size() && n < 32; ++n) {
      const auto factor = static_cast<double>(access.loops >> n & 1U ? choice.factors[n] : 1);
      copies = access.different ? copies * factor : std::max(copies, factor);
    }
    double& most = of_array[{access.array, access.writes}];
    most = std::max(most, copies);
  }
  std::map<std::pair<std::string, bool>, double> of_bundle;
  for (const auto& [use, elements] : of_array) {
    const auto known = std::find_if(accesses_.begin(), accesses_.end(),
                                    [&, array = use.first](const Access& access) { return access.array == array; });
    of_bundle[{known->bundle, use.second}] += elements;
  }
  double most = 0;
  for (const auto& [bundle, elements] : of_bundle) most = std::max(most, elements);
  return most;
}

}  // namespace pom::dse::explore
