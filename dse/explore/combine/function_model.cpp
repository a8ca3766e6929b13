#include "dse/explore/combine/function_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "dse/devices/tables/operators.hpp"
#include "dse/estimate/area/operator_users.hpp"
#include "dse/explore/structure/at_once.hpp"
#include "dse/kernel/rewrite/calls.hpp"

namespace pom::dse::explore {

namespace {

/// Arrays of the top function that a unit's module is given in one of its runs.
struct Run {
  Touched touched;
  std::map<std::size_t, std::size_t> parameters;  ///< array by parameter, of those that it reads
};

std::vector<Run> find_runs(const Kernel& whole, const Unit& unit) {
  const std::size_t holder = find_holder(whole, unit.loops.back().label);
  if (holder == whole.functions.size()) return {};
  const Function& function = whole.functions[holder];
  const Loop* loop = find_loop(function.body, unit.loops.back().label);
  const Touched inside = find_touched(function, loop->body);
  if (holder == static_cast<std::size_t>(whole.top)) return {{inside, {}}};
  std::vector<Run> runs;
  for (const Node& node : whole.top_function().body) {
    if (node.kind != Node::Kind::call || node.call.function != static_cast<int>(holder)) continue;
    Run run;
    for (std::size_t p = 0; p < node.call.arrays.size(); ++p) {
      const int array = node.call.arrays[p];
      if (array < 0) continue;
      if (inside.writes.contains(function.parameters[p])) run.touched.writes.insert(array);
      if (!inside.reads.contains(function.parameters[p])) continue;
      run.touched.reads.insert(array);
      run.parameters[p] = static_cast<std::size_t>(array);
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

bool share_memory(const Touched& a, const Touched& b) {
  const auto has = [&](int array) { return b.has(array); };
  return std::any_of(a.reads.begin(), a.reads.end(), has) || std::any_of(a.writes.begin(), a.writes.end(), has);
}

}  // namespace

FunctionModel::FunctionModel(const Kernel& whole, const std::vector<Frontier>& frontiers, const devices::Target& target)
    : target_(target) {
  add_arrays(whole, frontiers);
  add_teams(whole, frontiers);
  const auto units = static_cast<int>(frontiers.size());
  if (units > 1) user_lut_ = estimate::shared_unit_lut(units, 32, target) / (units - 1);
}

void FunctionModel::add_arrays(const Kernel& whole, const std::vector<Frontier>& frontiers) {
  const std::vector<Array>& arrays = whole.top_function().arrays;
  const std::vector<std::size_t> first = find_tied_arrays(whole);
  std::vector<BankTable::User> users(arrays.size());
  std::vector<double> parameter_lut(arrays.size());
  std::vector<std::set<std::size_t>> touched;  // by unit: first arrays
  for (const Frontier& frontier : frontiers) {
    std::set<std::size_t>& own = touched.emplace_back();
    std::map<std::size_t, std::set<std::size_t>> handed;  // by parameter
    for (const Run& run : find_runs(whole, frontier.unit)) {
      for (const int array : run.touched.reads) ++users[array].readers;
      for (const int array : run.touched.writes) {
        ++users[array].writers;
        if (run.touched.reads.contains(array)) --users[array].readers;
      }
      for (const std::set<int>* all : {&run.touched.reads, &run.touched.writes}) {
        for (const int array : *all) own.insert(first[array]);
      }
      for (const auto& [parameter, array] : run.parameters) handed[parameter].insert(array);
    }
    for (const auto& [parameter, all] : handed) {
      if (all.size() > 1)
        parameter_lut[first[*all.begin()]] +=
            devices::multiplexer_lut(target_, static_cast<int>(all.size()), arrays[*all.begin()].element.bits);
    }
  }
  tied_.assign(arrays.size(), 0);
  for (std::size_t n = 0; n < arrays.size(); ++n) {
    names_.push_back(arrays[n].name);
    ranks_.push_back(arrays[n].shape.size());
    if (first[n] != n) continue;
    std::vector<BankTable::User> together;
    for (std::size_t m = n; m < arrays.size(); ++m) {
      if (first[m] != n) continue;
      users[m].array = arrays[m];
      together.push_back(users[m]);
      tied_[m] = tables_.size();
    }
    tables_.emplace_back(std::move(together), parameter_lut[n], target_);
  }
  for (const std::set<std::size_t>& own : touched) {
    arrays_.emplace_back();
    for (const std::size_t array : own) arrays_.back().push_back(tied_[array]);
  }
}

/// Top-level loops without a common memory start together; each starts when those that it has to wait for have ended.
/// Units on a module that serves several nests run alone.
void FunctionModel::add_teams(const Kernel& whole, const std::vector<Frontier>& frontiers) {
  const std::vector<Node>& nodes = whole.top_function().body;
  std::vector<Touched> touched;
  for (const Node& node : nodes) touched.push_back(find_touched(whole, node));
  const std::vector<std::size_t> waves = find_waves(
      nodes.size(), [&](std::size_t n, std::size_t before) { return share_memory(touched[before], touched[n]); });
  std::map<std::size_t, std::vector<std::size_t>> at_once;  // by wave
  std::vector<char> seen(frontiers.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const Node& node = nodes[n];
    const bool is_call = node.kind == Node::Kind::call;
    const auto holds = [&](const std::string& loop) {
      return is_call ? find_loop(whole.functions[node.call.function].body, loop) != nullptr : holds_loop(node, loop);
    };
    std::vector<std::size_t> inside;
    for (std::size_t u = 0; u < frontiers.size(); ++u) {
      if (seen[u] || !holds(frontiers[u].unit.loops.back().label)) continue;
      inside.push_back(u);
      seen[u] = 1;
    }
    if (inside.size() == 1 && !is_call) {
      at_once[waves[n]].push_back(inside.front());
    } else {
      for (const std::size_t u : inside) teams_.push_back({u});
    }
  }
  for (auto& [wave, units] : at_once) teams_.push_back(std::move(units));
  for (std::size_t u = 0; u < frontiers.size(); ++u) {
    if (!seen[u]) teams_.push_back({u});
  }
  order_teams(frontiers);
}

/// Teams of most cycles first, by powers of two. Of one power of two, the team comes first whose arrays most of the
/// others use: its banks leave the fewest choices.
void FunctionModel::order_teams(const std::vector<Frontier>& frontiers) {
  const auto cycles = [&](const std::vector<std::size_t>& team) {
    double longest = 0;
    for (const std::size_t u : team) longest = std::max(longest, frontiers[u].points.front().latency);
    return longest;
  };
  const auto links = [&](const std::vector<std::size_t>& team) {
    std::size_t shared = 0;
    for (const std::size_t u : team) {
      for (const std::size_t array : arrays_[u]) {
        for (const auto& other : teams_) {
          if (&other == &team || cycles(other) < 0.5 * cycles(team)) continue;
          for (const std::size_t v : other) shared += std::count(arrays_[v].begin(), arrays_[v].end(), array);
        }
      }
    }
    return static_cast<double>(shared) / static_cast<double>(team.size());
  };
  std::vector<std::tuple<double, double, std::size_t>> order;
  for (std::size_t t = 0; t < teams_.size(); ++t)
    order.emplace_back(-std::floor(std::log2(std::max(cycles(teams_[t]), 1.0)) + 0.5), -links(teams_[t]), t);
  std::sort(order.begin(), order.end());
  std::vector<std::vector<std::size_t>> ordered;
  for (const auto& [much, linked, t] : order) ordered.push_back(std::move(teams_[t]));
  teams_ = std::move(ordered);
}

UnitCost FunctionModel::cost_of(std::size_t unit, const UnitPoint& point) {
  UnitCost cost;
  cost.cycles = point.latency;
  cost.interval = point.interval;
  cost.own = point.own;
  for (const auto& operators : point.modules) {
    estimate::Usage module;
    module.operators = *operators;
    cost.usage.add_sequential(module);
  }
  cost.operators = estimate::total(cost.usage);
  cost.further = point.operator_count * user_lut_;
  for (const std::size_t table : arrays_[unit]) {
    int banks = 0;
    bool wide = false;
    for (std::size_t n = 0; n < names_.size(); ++n) {
      if (tied_[n] != table) continue;
      if (const auto asked = point.banks.find(names_[n]); asked != point.banks.end())
        banks = tables_[table].merge(banks, tables_[table].number_of(asked->second));
      wide = wide || std::find(point.wide.begin(), point.wide.end(), names_[n]) != point.wide.end();
    }
    cost.banks.push_back(banks);
    cost.wide.push_back(wide);
    cost.elements.push_back(2 * tables_[table].count(banks));
  }
  return cost;
}

BankFactors FunctionModel::factors_of(std::size_t unit, const std::vector<int>& banks) const {
  BankFactors factors;
  for (std::size_t n = 0; n < names_.size(); ++n) {
    if (std::find(arrays_[unit].begin(), arrays_[unit].end(), tied_[n]) == arrays_[unit].end()) continue;
    std::vector<std::int64_t> all = tables_[tied_[n]].factors(banks[tied_[n]]);
    all.resize(ranks_[n]);
    if (std::any_of(all.begin(), all.end(), [](std::int64_t f) { return f > 1; })) factors[names_[n]] = std::move(all);
  }
  return factors;
}

}  // namespace pom::dse::explore
