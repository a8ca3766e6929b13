#include "driver/explore/cheapest_choices.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace pom::driver {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Entries of the largest table that is made: 16 MiB.
constexpr std::size_t most_entries = 2'000'000;

/// A cost for each combination of values of some variables, the last variable's value counting fastest.
struct Factor {
  std::vector<int> variables;  ///< ascending
  std::vector<double> costs;
};

/// The value of a variable that is best for each combination of values of those that are eliminated later.
struct Eliminated {
  int variable = 0;
  std::vector<int> others;
  std::vector<std::size_t> best;
};

class Elimination {
 public:
  Elimination(const std::vector<std::vector<double>>& costs, const std::vector<PairConstraint>& constraints) {
    for (std::size_t v = 0; v < costs.size(); ++v) {
      std::vector<std::size_t> values;  // those that may be
      std::vector<double> finite;
      for (std::size_t n = 0; n < costs[v].size(); ++n) {
        if (costs[v][n] == infinite) continue;
        values.push_back(n);
        finite.push_back(costs[v][n]);
      }
      values_.push_back(std::move(values));
      factors_.push_back({{static_cast<int>(v)}, std::move(finite)});
    }
    for (const PairConstraint& constraint : constraints) factors_.push_back(table_of(constraint));
  }

  std::optional<std::vector<std::size_t>> solve() {
    std::set<int> left;
    for (std::size_t v = 0; v < values_.size(); ++v) left.insert(static_cast<int>(v));
    std::vector<Eliminated> done;
    while (!left.empty()) {
      const int next = cheapest_to_eliminate(left);
      if (entries_with(neighbours_of(next)) > most_entries / std::max<std::size_t>(values_[next].size(), 1))
        return std::nullopt;
      done.push_back(eliminate(next));
      left.erase(next);
    }
    // What is left are numbers: the least costs of independent parts.
    const auto is_impossible = [](const Factor& factor) { return factor.costs.front() == infinite; };
    if (std::any_of(factors_.begin(), factors_.end(), is_impossible)) return std::nullopt;
    std::vector<std::size_t> chosen(values_.size(), 0);
    for (auto step = done.rbegin(); step != done.rend(); ++step)
      chosen[step->variable] = step->best[position(step->others, chosen)];
    for (std::size_t v = 0; v < chosen.size(); ++v) chosen[v] = values_[v][chosen[v]];
    return chosen;
  }

 private:
  Factor table_of(const PairConstraint& constraint) const {
    const int low = std::min(constraint.first, constraint.second), high = std::max(constraint.first, constraint.second);
    Factor factor{{low, high}, {}};
    for (const std::size_t a : values_[low]) {
      for (const std::size_t b : values_[high]) {
        const bool allowed = low == constraint.first ? constraint.allows(a, b) : constraint.allows(b, a);
        factor.costs.push_back(allowed ? 0 : infinite);
      }
    }
    return factor;
  }

  std::vector<int> neighbours_of(int variable) const {
    std::set<int> others;
    for (const Factor& factor : factors_) {
      if (std::find(factor.variables.begin(), factor.variables.end(), variable) != factor.variables.end())
        others.insert(factor.variables.begin(), factor.variables.end());
    }
    others.erase(variable);
    return {others.begin(), others.end()};
  }

  std::size_t entries_with(const std::vector<int>& variables) const {
    std::size_t entries = 1;
    for (const int v : variables) entries = std::min(most_entries + 1, entries * values_[v].size());
    return entries;
  }

  int cheapest_to_eliminate(const std::set<int>& left) const {
    return *std::min_element(left.begin(), left.end(), [&](int a, int b) {
      return entries_with(neighbours_of(a)) < entries_with(neighbours_of(b));
    });
  }

  /// Of a table over these variables, with each at the value that `at` has for it.
  std::size_t position(const std::vector<int>& variables, const std::vector<std::size_t>& at) const {
    std::size_t position = 0;
    for (const int v : variables) position = position * values_[v].size() + at[v];
    return position;
  }

  /// Adds up the factors that depend on the variable, and keeps the least over its values.
  Eliminated eliminate(int variable) {
    Eliminated step{variable, neighbours_of(variable), {}};
    const auto depends = [&](const Factor& factor) {
      return std::find(factor.variables.begin(), factor.variables.end(), variable) != factor.variables.end();
    };
    const auto rest = std::stable_partition(factors_.begin(), factors_.end(), depends);
    const std::vector<Factor> joined(factors_.begin(), rest);
    factors_.erase(factors_.begin(), rest);
    Factor reduced{step.others, {}};
    std::vector<std::size_t> at(values_.size(), 0);
    const std::size_t entries = entries_with(step.others);
    for (std::size_t entry = 0; entry < entries; ++entry) {
      std::size_t part = entry;
      for (auto other = step.others.rbegin(); other != step.others.rend(); ++other) {
        at[*other] = part % values_[*other].size();
        part /= values_[*other].size();
      }
      double least = infinite;
      std::size_t best = 0;
      for (std::size_t value = 0; value < values_[variable].size(); ++value) {
        at[variable] = value;
        double sum = 0;
        for (const Factor& factor : joined) sum += factor.costs[position(factor.variables, at)];
        if (sum >= least) continue;
        least = sum;
        best = value;
      }
      reduced.costs.push_back(least);
      step.best.push_back(best);
    }
    factors_.push_back(std::move(reduced));
    return step;
  }

  std::vector<std::vector<std::size_t>> values_;  ///< by variable, those of finite cost
  std::vector<Factor> factors_;
};

}  // namespace

std::optional<std::vector<std::size_t>> cheapest_choices(const std::vector<std::vector<double>>& costs,
                                                         const std::vector<PairConstraint>& constraints) {
  return Elimination(costs, constraints).solve();
}

}  // namespace pom::driver
