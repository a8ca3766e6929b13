#include "dse/explore/combine/combinations.hpp"

#include <algorithm>
#include <cmath>

#include "dse/estimate/area/operator_users.hpp"
#include "dse/estimate/qor/upper_bound.hpp"
#include "dse/explore/budget/effort.hpp"
#include "dse/kernel/rewrite/calls.hpp"

namespace pom::dse::explore {

Combinations::Combinations(SearchContext& search, const Kernel& whole, std::vector<Frontier> frontiers,
                           const Limits& limits)
    : search_(&search),
      whole_(&whole),
      frontiers_(std::move(frontiers)),
      limits_(limits),
      model_(whole, frontiers_, search.target),
      users_(model_.arrays()),
      learned_(frontiers_.size()) {
  double all = 0;
  for (std::size_t u = 0; u < frontiers_.size(); ++u) {
    holders_.push_back(find_holder(whole, frontiers_[u].unit.loops.back().label));
    costs_.emplace_back();
    for (const UnitPoint& point : frontiers_[u].points) costs_.back().push_back(model_.cost_of(u, point));
    for (const std::size_t array : arrays_of(u)) users_[array].push_back(u);
    all += costs_[u].front().cycles;
  }
  for (std::size_t u = 0; u < frontiers_.size(); ++u) {
    if (costs_[u].front().cycles >= negligible_part * all) heavy_.push_back(u);
  }
}

bool Combinations::is_wide(std::size_t unit, std::size_t point, std::size_t array) const {
  const std::vector<std::size_t>& arrays = arrays_of(unit);
  const auto at = std::find(arrays.begin(), arrays.end(), array) - arrays.begin();
  return costs_[unit][point].wide[at] != 0;
}

std::vector<int> Combinations::agree_on_banks(const Points& at, std::size_t except) {
  std::vector<int> banks(arrays(), 0);
  for (std::size_t u = 0; u < at.size(); ++u) {
    if (u == except) continue;
    for (std::size_t n = 0; n < arrays_of(u).size(); ++n) {
      int& here = banks[arrays_of(u)[n]];
      here = merge(arrays_of(u)[n], here, costs_[u][at[u]].banks[n]);
    }
  }
  return banks;
}

/// The unit's arrays have the banks that it asks for.
bool Combinations::finds_its_own(std::size_t unit, std::size_t point, const std::vector<int>& banks) const {
  const std::vector<int>& asked = costs_[unit][point].banks;
  for (std::size_t n = 0; n < asked.size(); ++n) {
    if (banks[arrays_of(unit)[n]] != asked[n]) return false;
  }
  return true;
}

const std::vector<int>& Combinations::key_of(std::size_t unit, std::size_t point, const std::vector<int>& banks) {
  key_.assign(1, static_cast<int>(point));
  for (const std::size_t array : arrays_of(unit)) key_.push_back(banks[array]);
  return key_;
}

Combinations::Cost Combinations::cost_in(std::size_t unit, std::size_t point, const std::vector<int>& banks) {
  const UnitCost& cost = costs_[unit][point];
  if (finds_its_own(unit, point, banks)) return {cost.cycles, cost.own};
  const auto known = learned_[unit].find(key_of(unit, point, banks));
  if (known != learned_[unit].end()) return known->second;
  Cost in{cost.cycles, cost.own};
  for (std::size_t n = 0; n < cost.banks.size(); ++n) {
    const std::size_t array = arrays_of(unit)[n];
    in.used.lut += model_.table(array).wandering_lut(banks[array], cost.banks[n], cost.elements[n]);
  }
  return in;
}

const Combinations::Cost& Combinations::learn_in(std::size_t unit, std::size_t point, const std::vector<int>& banks) {
  const auto [at, fresh] = learned_[unit].try_emplace(key_of(unit, point, banks));
  if (!fresh) return at->second;
  const UnitCost& cost = costs_[unit][point];
  at->second = {cost.cycles, cost.own};
  if (finds_its_own(unit, point, banks)) return at->second;
  const Frontier& frontier = frontiers_[unit];
  BankFactors factors;
  for (auto& [array, own] : model_.factors_of(unit, banks)) {
    const auto name = std::find_if(frontier.renamed->begin(), frontier.renamed->end(),
                                   [&](const auto& names) { return names.second == array; });
    factors[name == frontier.renamed->end() ? array : name->first] = own;
  }
  operations_ += static_cast<long>(frontier.space->work.operations_of(frontier.points[point].choice));
  const UnitPoint in = frontier.space->estimates.evaluate_in(frontier.points[point].choice, std::move(factors));
  return at->second = {in.latency * frontier.runs(), in.own};
}

Combinations::Modelled Combinations::model(const Points& at) {
  Modelled all;
  const std::vector<int> banks = agree_on_banks(at, at.size());  // by array
  estimate::Usage operators;
  for (const auto& team : teams()) {
    estimate::Usage together;
    double longest = 0;
    for (const std::size_t u : team) {
      const Cost here = cost_in(u, at[u], banks);
      all.used += here.used;
      longest = std::max(longest, here.cycles);
      all.interval = std::max(all.interval, costs_[u][at[u]].interval);
      together.add_concurrent(costs_[u][at[u]].usage);
    }
    all.cycles += longest;
    operators.add_sequential(together);
  }
  all.used += estimate::total(operators);
  all.used.lut += estimate::shared_units_lut(operators, search_->target);
  for (std::size_t array = 0; array < arrays(); ++array) {
    int wide = 0;
    for (const std::size_t u : users_[array]) wide += is_wide(u, at[u], array);
    if (!users_[array].empty()) all.used.lut += port_lut(array, banks[array], wide);
  }
  return all;
}

bool Combinations::fits(const Points& at, const Modelled& all, const estimate::Resources& room) const {
  estimate::Resources used = all.used + missed_beside(at).used;
  used.bram_18k = used.uram = 0;  // not modelled
  return is_within(used, room);
}

const Combination& Combinations::estimate(const Points& at) {
  const auto [known, fresh] = known_.try_emplace(at);
  Combination& combination = known->second;
  if (!fresh) return combination;
  combination.at = at;
  combination.latency = INFINITY;
  Kernel kernel = *whole_;
  for (std::size_t u = 0; u < frontiers_.size(); ++u) {
    const UnitPoint& point = frontiers_[u].points[at[u]];
    cut_unit(kernel.functions[holders_[u]], frontiers_[u].unit, point.choice);
    merge_banks(combination.banks, point.banks);
  }
  tie_banks(kernel, model_.tied(), combination.banks);
  for (Function& function : kernel.functions) set_banks(function, combination.banks);
  estimate::EstimateOptions options{.memo = &search_->memo};
  if (!seen_.empty()) options.most_steps = steps_of_an_estimate;
  const std::optional<estimate::Qor> qor = estimate_kernel(kernel, *search_, options);
  search_->watch.count();
  if (!qor) return combination;
  combination.latency = qor->latency_average;
  combination.resources = qor->resources;
  combination.interval = estimate::kind_of(*qor).interval;
  const auto outside = static_cast<double>(count_port_banks(whole_->top_function(), combination.banks));
  combination.feasible = limits_.hold(*qor) && outside <= search_->options.port_banks;
  learn(at, kernel, *qor);
  if (combination.feasible) seen_.push_back(combination);
  return combination;
}

void Combinations::learn(const Points& at, const Kernel& estimated, const estimate::Qor& qor) {
  const std::vector<int> banks = agree_on_banks(at, at.size());
  for (std::size_t u = 0; u < at.size(); ++u) {
    const Frontier& frontier = frontiers_[u];
    const Configuration& choice = frontier.points[at[u]].choice;
    const Function& holder = estimated.functions[holders_[u]];
    Cost shown = cost_in(u, at[u], banks);
    if (const auto cycles = pipeline_cycles(frontier.unit, choice, holder, qor))
      shown.cycles = *cycles * frontier.runs();
    bool found = false;
    estimate::Resources used;
    for (const estimate::FunctionEstimate& module : qor.functions) {
      if (!is_pipeline_of(frontier.unit, choice, module.innermost)) continue;
      used += module.resources;
      found = true;
    }
    if (!found) continue;
    shown.used = used;
    learned_[u][key_of(u, at[u], banks)] = shown;
  }
  const Modelled modelled = model(at);
  const Cost missed{qor.latency_average - modelled.cycles, qor.resources - modelled.used};
  missed_beside_[heavy_points(at)] = missed;
  // Where units find other banks than they ask for, operators and their users change too.
  for (const std::size_t u : heavy_) {
    if (known_.size() > 1 && !finds_its_own(u, at[u], banks)) return;
  }
  missed_.used = missed.used;
}

Points Combinations::heavy_points(const Points& at) const {
  Points heavy;
  for (const std::size_t u : heavy_) heavy.push_back(at[u]);
  return heavy;
}

const Combinations::Cost& Combinations::missed_beside(const Points& at) const {
  const auto known = missed_beside_.find(heavy_points(at));
  return known == missed_beside_.end() ? missed_ : known->second;
}

}  // namespace pom::dse::explore
