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
      values_.emplace_back();  // those that may be
      for (std::size_t n = 0; n < costs[v].size(); ++n) {
        if (costs[v][n] != infinite) values_.back().push_back(n);
      }
    }
    // What a neighbour has lost makes more of them needless.
    for (bool dropped = true; dropped;) {
      dropped = false;
      for (std::size_t v = 0; v < costs.size(); ++v)
        dropped = drop_needless(static_cast<int>(v), costs[v], constraints) || dropped;
    }
    for (std::size_t v = 0; v < costs.size(); ++v) {
      factors_.push_back({{static_cast<int>(v)}, {}});
      for (const std::size_t value : values_[v]) factors_.back().costs.push_back(costs[v][value]);
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
  /// Drops values of a variable for which a cheaper one does, which goes with all that they go with: most of them, so
  /// that the tables of variables with several neighbours stay small. True: there were any.
  bool drop_needless(int variable, const std::vector<double>& costs, const std::vector<PairConstraint>& constraints) {
    std::vector<std::vector<char>> goes_with;  // by value, the values of all neighbours
    for (const std::size_t value : values_[variable]) {
      goes_with.emplace_back();
      for (const PairConstraint& constraint : constraints) {
        if (constraint.first == variable)
          for (const std::size_t other : values_[constraint.second])
            goes_with.back().push_back(constraint.allows(value, other));
        if (constraint.second == variable)
          for (const std::size_t other : values_[constraint.first])
            goes_with.back().push_back(constraint.allows(other, value));
      }
    }
    const auto does_for = [&](std::size_t one, std::size_t other) {
      const double cost = costs[values_[variable][one]], others = costs[values_[variable][other]];
      if (cost > others || (cost == others && one >= other)) return false;
      for (std::size_t n = 0; n < goes_with[one].size(); ++n) {
        if (goes_with[other][n] && !goes_with[one][n]) return false;
      }
      return true;
    };
    std::vector<std::size_t> kept;
    for (std::size_t n = 0; n < values_[variable].size(); ++n) {
      bool is_needless = false;
      for (std::size_t one = 0; one < values_[variable].size() && !is_needless; ++one) is_needless = does_for(one, n);
      if (!is_needless) kept.push_back(values_[variable][n]);
    }
    const bool dropped = kept.size() < values_[variable].size();
    values_[variable] = std::move(kept);
    return dropped;
  }

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

  /// From one value of a variable to the next in a table; 0 where the table does not depend on it.
  std::size_t step_of(const std::vector<int>& variables, int variable) const {
    const auto own = std::find(variables.begin(), variables.end(), variable);
    if (own == variables.end()) return 0;
    std::size_t step = 1;
    for (auto behind = own + 1; behind != variables.end(); ++behind) step *= values_[*behind].size();
    return step;
  }

  /// A table that is added up while the values of other variables are counted through.
  struct Counted {
    const double* cost = nullptr;    ///< at the values that the others have now, and the first of the eliminated one
    std::size_t next = 0;            ///< to the next value of the eliminated variable
    std::vector<std::size_t> steps;  ///< to the next value of each of the others
  };

  /// Adds up the factors that depend on the variable, and keeps the least over its values.
  Eliminated eliminate(int variable) {
    Eliminated step{variable, neighbours_of(variable), {}};
    const auto depends = [&](const Factor& factor) {
      return std::find(factor.variables.begin(), factor.variables.end(), variable) != factor.variables.end();
    };
    const auto rest = std::stable_partition(factors_.begin(), factors_.end(), depends);
    const std::vector<Factor> joined(factors_.begin(), rest);
    factors_.erase(factors_.begin(), rest);
    std::vector<Counted> tables;
    for (const Factor& factor : joined) {
      tables.push_back({factor.costs.data(), step_of(factor.variables, variable), {}});
      for (const int other : step.others) tables.back().steps.push_back(step_of(factor.variables, other));
    }
    Factor reduced{step.others, {}};
    std::vector<std::size_t> at(step.others.size(), 0);
    std::vector<double> sums(values_[variable].size());
    const std::size_t entries = entries_with(step.others);
    for (std::size_t entry = 0; entry < entries; ++entry) {
      std::fill(sums.begin(), sums.end(), 0.0);
      for (const Counted& table : tables) {
        for (std::size_t value = 0; value < sums.size(); ++value) sums[value] += table.cost[value * table.next];
      }
      const auto least = std::min_element(sums.begin(), sums.end());
      reduced.costs.push_back(least == sums.end() ? infinite : *least);
      step.best.push_back(static_cast<std::size_t>(least - sums.begin()));
      for (std::size_t digit = at.size(); digit-- > 0;) {
        const bool ends = ++at[digit] == values_[step.others[digit]].size();
        for (Counted& table : tables) table.cost += table.steps[digit];
        if (!ends) break;
        for (Counted& table : tables) table.cost -= table.steps[digit] * at[digit];
        at[digit] = 0;
      }
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
