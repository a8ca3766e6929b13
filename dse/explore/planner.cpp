#include "dse/explore/planner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

#include "dse/devices/operators.hpp"

namespace pom::dse {

namespace {

/// Cycles that a LUT may cost, from nearly nothing to very much, in steps of a quarter.
constexpr double least_price = 0.01, most_price = 1e7, price_step = 0.75;
constexpr int most_sweeps = 3;
constexpr std::int64_t most_banks = 128;

struct Touched {
  std::set<int> reads, writes;
};

void collect(const Function& function, const std::vector<Node>& body, Touched& touched) {
  const std::function<void(int)> walk = [&](int e) {
    if (e < 0) return;
    const Expression& expression = function.expressions[static_cast<std::size_t>(e)];
    if (expression.op == OpKind::load) touched.reads.insert(expression.array);
    for (int operand : expression.operands) walk(operand);
  };
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment) {
      walk(node.assignment.value);
      touched.writes.insert(node.assignment.array);
    }
    if (node.kind == Node::Kind::branch) walk(node.branch.condition);
    collect(function, node.loop.body, touched);
    collect(function, node.branch.then, touched);
    collect(function, node.branch.otherwise, touched);
  }
}

/// Every bank's port: address, enable, and what the writers store.
double port_lut(int users, int writers, const Target& target) {
  double lut = multiplexer_lut(target, users + 1, 1);
  if (users > 1) lut += multiplexer_lut(target, users + 1, 1);
  if (writers > 0) lut += multiplexer_lut(target, writers + 1, 1);
  if (writers > 1) lut += multiplexer_lut(target, writers + 1, 1);
  return lut;
}

}  // namespace

Planner::Planner(const Kernel& whole, const std::vector<UnitLadder>& ladders, const Target& target) {
  const Function& function = whole.functions[static_cast<std::size_t>(whole.top)];
  std::map<std::string, std::size_t> index;
  for (std::size_t n = 0; n < function.arrays.size(); ++n) index[function.arrays[n].name] = n;
  for (const UnitLadder& ladder : ladders) {
    lowest_.push_back(ladder.levels.front());
    parts_.emplace_back();
    for (const UnitPoint& point : ladder.points) {
      Part part{point.latency, point.resources.lut - point.operators.lut, point.operators.lut, point.operators.dsp, {}};
      for (const auto& [array, factors] : point.banks) {
        if (const auto at = index.find(array); at != index.end()) part.banks.push_back({at->second, factors});
      }
      parts_.back().push_back(std::move(part));
    }
  }
  add_memories(whole, ladders, target);
}

void Planner::add_memories(const Kernel& whole, const std::vector<UnitLadder>& ladders, const Target& target) {
  Function function = whole.functions[static_cast<std::size_t>(whole.top)];
  memories_.resize(function.arrays.size());
  std::vector<int> writers(function.arrays.size());
  for (std::size_t u = 0; u < ladders.size(); ++u) {
    Touched touched;
    if (const Loop* loop = find_loop(function.body, ladders[u].unit.loops.back().label))
      collect(function, loop->body, touched);
    for (int array : touched.writes) ++writers[static_cast<std::size_t>(array)];
    touched.reads.insert(touched.writes.begin(), touched.writes.end());
    arrays_.emplace_back(touched.reads.begin(), touched.reads.end());
    for (std::size_t array : arrays_.back()) memories_[array].units.push_back(u);
  }
  for (std::size_t n = 0; n < memories_.size(); ++n)
    memories_[n].bank_lut = port_lut(static_cast<int>(memories_[n].units.size()), writers[n], target);
}

/// Banks that serve all units of the array.
double Planner::banks(std::size_t array, const Points& at) const {
  std::array<std::int64_t, 8> common{};
  common.fill(1);
  for (std::size_t u : memories_[array].units) {
    for (const Use& use : parts_[u][at[u]].banks) {
      if (use.array != array) continue;
      for (std::size_t d = 0; d < std::min(use.factors.size(), common.size()); ++d) {
        const std::int64_t both = std::lcm(common[d], use.factors[d]);
        common[d] = both <= most_banks ? both : std::max(common[d], use.factors[d]);
      }
    }
  }
  double product = 1;
  for (std::int64_t factor : common) product *= static_cast<double>(factor);
  return product;
}

/// LUTs of the unit at the point, and of the banks that it shares with the others.
double Planner::price(std::size_t unit, std::size_t point, Points& at) const {
  const std::size_t before = std::exchange(at[unit], point);
  double lut = parts_[unit][point].lut;
  for (std::size_t array : arrays_[unit]) lut += memories_[array].bank_lut * banks(array, at);
  at[unit] = before;
  return lut;
}

double Planner::lut(const Points& at) const {
  double lut = 0, operators = 0;
  for (std::size_t u = 0; u < parts_.size(); ++u) {
    lut += parts_[u][at[u]].lut;
    operators = std::max(operators, parts_[u][at[u]].operator_lut);
  }
  for (std::size_t array = 0; array < memories_.size(); ++array) {
    if (!memories_[array].units.empty()) lut += memories_[array].bank_lut * banks(array, at);
  }
  return lut + operators;
}

double Planner::latency(const Points& at) const {
  double sum = 0;
  for (std::size_t u = 0; u < parts_.size(); ++u) sum += parts_[u][at[u]].latency;
  return sum;
}

/// Each unit in turn takes the point at which cycles and LUTs cost least.
void Planner::descend(Points& at, double lut_price, double operator_cap, const Limits& limits) const {
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool changed = false;
    for (std::size_t u = 0; u < parts_.size(); ++u) {
      if (parts_[u].size() < 2) continue;
      std::size_t best = at[u];
      double least = INFINITY;
      for (std::size_t p = 0; p < parts_[u].size(); ++p) {
        const Part& part = parts_[u][p];
        if (p != lowest_[u] && (part.operator_lut > operator_cap || part.dsp > limits.dsp)) continue;
        const double cost = part.latency + lut_price * price(u, p, at);
        if (cost >= least) continue;
        least = cost;
        best = p;
      }
      changed = changed || best != at[u];
      at[u] = best;
    }
    if (!changed) return;
  }
}

std::vector<double> Planner::operator_caps(const Limits& limits) const {
  std::set<double> caps;
  for (const auto& unit : parts_) {
    for (const Part& part : unit) {
      if (part.dsp <= limits.dsp && part.operator_lut <= limits.lut) caps.insert(part.operator_lut);
    }
  }
  return {caps.begin(), caps.end()};
}

Planner::Points Planner::plan(const Limits& limits) const {
  Points best = lowest_;
  double fastest = latency(best);
  for (double cap : operator_caps(limits)) {
    Points at = lowest_;
    for (double lut_price = most_price; lut_price > least_price; lut_price *= price_step) {
      descend(at, lut_price, cap, limits);
      if (lut(at) > limits.lut) break;
      if (const double here = latency(at); here < fastest) {
        fastest = here;
        best = at;
      }
    }
  }
  return best;
}

}  // namespace pom::dse
