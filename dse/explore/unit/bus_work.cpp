#include "dse/explore/unit/bus_work.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace pom::dse::explore {

namespace {

/// Elements of one iteration that are counted one by one.
constexpr double most_counted = 1024;

}  // namespace

BusWork::BusWork(const Function& function, const Unit& unit) : unit_(unit) {
  const bool any = std::any_of(function.arrays.begin(), function.arrays.end(),
                               [](const Array& array) { return array.port.is_bus(); });
  const Loop* innermost = any ? find_loop(function.body, unit.loops.back().label) : nullptr;
  if (!innermost) return;
  places_ = places_of(function.body, unit);
  // What a condition decides may not happen.
  for (const Node& node : innermost->body) {
    if (node.kind != Node::Kind::assignment) continue;
    std::set<int> passed;
    add_loads(function, node.assignment.value, passed);
    for (const Index& index : node.assignment.indices) add_loads(function, index.value, passed);
    add(function, node.assignment.array, node.assignment.indices, true);
  }
}

void BusWork::add_loads(const Function& function, int expression, std::set<int>& passed) {
  if (expression < 0 || !passed.insert(expression).second) return;
  const Expression& e = function.expressions[expression];
  if (e.op == OpKind::select) return;
  if (e.op == OpKind::load) add(function, e.array, e.indices, false);
  for (const int operand : e.operands) add_loads(function, operand, passed);
  for (const Index& index : e.indices) add_loads(function, index.value, passed);
}

void BusWork::add(const Function& function, int array, const std::vector<Index>& indices, bool writes) {
  if (array < 0 || !function.arrays[array].port.is_bus()) return;
  Access access{function.arrays[array].port.bundle, array, writes, 0, true, {}, {}};
  for (const Index& index : indices) {
    if (index.opaque || !index.divisions.empty()) return;
    int here = 0;
    access.constants.push_back(index.constant);
    access.coefficients.emplace_back(unit_.loops.size());
    for (const Index::Term& term : index.terms) {
      const auto at = places_.find(term.loop);
      if (at == places_.end() || at->second >= 32) return;
      access.coefficients.back()[at->second] = term.coefficient;
      const unsigned bit = 1U << at->second;
      access.different = access.different && ++here == 1 && (access.loops & bit) == 0;
      access.loops |= bit;
    }
  }
  accesses_.push_back(std::move(access));
}

/// Different elements that the copies of an iteration ask for by accesses which move alike.
double BusWork::count_elements(const std::vector<const Access*>& alike, const Configuration& choice) const {
  const Access& first = *alike.front();
  std::vector<std::size_t> cut;
  double copies = 1, least = 1;
  for (std::size_t n = 0; n < choice.factors.size() && n < 32; ++n) {
    if (!(first.loops >> n & 1U) || choice.factors[n] <= 1) continue;
    cut.push_back(n);
    copies *= static_cast<double>(choice.factors[n]);
    least = std::max(least, static_cast<double>(choice.factors[n]));
  }
  if (alike.size() == 1 && first.different) return copies;
  if (copies * static_cast<double>(alike.size()) > most_counted) return first.different ? copies : least;
  std::set<std::vector<std::int64_t>> elements;
  for (const Access* access : alike) {
    std::vector<std::int64_t> copy(cut.size());
    for (bool more = true; more;) {
      std::vector<std::int64_t> element = access->constants;
      for (std::size_t d = 0; d < element.size(); ++d) {
        for (std::size_t c = 0; c < cut.size(); ++c) element[d] += access->coefficients[d][cut[c]] * copy[c];
      }
      elements.insert(std::move(element));
      std::size_t c = 0;
      while (c < cut.size() && ++copy[c] == choice.factors[cut[c]]) copy[c++] = 0;
      more = c < cut.size();
    }
  }
  return static_cast<double>(elements.size());
}

double BusWork::interval(const Configuration& choice) const {
  // What the innermost loop that runs does not move may be asked for once, in front of it.
  std::size_t running = choice.factors.size();
  while (running > 0 && choice.factors[running - 1] >= unit_.loops[running - 1].trip) --running;
  if (accesses_.empty() || running == 0) return 0;
  using Kind = std::pair<std::pair<int, bool>, std::vector<std::vector<std::int64_t>>>;
  std::map<Kind, std::vector<const Access*>> alike;
  for (const Access& access : accesses_) {
    if (access.loops >> (running - 1) & 1U)
      alike[{{access.array, access.writes}, access.coefficients}].push_back(&access);
  }
  std::map<std::pair<int, bool>, double> of_array;
  for (const auto& [kind, all] : alike) {
    double& most = of_array[kind.first];
    most = std::max(most, count_elements(all, choice));
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
