#include "dse/explore/joint_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace pom::dse {

namespace {

/// A unit of less than this part of the cycles is left out: that only lowers the bound.
constexpr double least_share = 0.02;
constexpr std::size_t most_combinations = 64;
constexpr int area_steps = 96;
/// Multipliers in cycles a LUT, relative to all cycles over all LUTs.
constexpr double first_multiplier = 0.05, multiplier_step = 1.3;
constexpr int multipliers = 24;

/// Units that may overlap in time, or a single one.
struct Part {
  const UnitBound* unit = nullptr;  ///< a single one
  std::vector<UnitOption> options;
};

double sum_of_least(const std::vector<Part>& parts) {
  double sum = 0;
  for (const Part& part : parts) {
    double least = std::numeric_limits<double>::infinity();
    for (const UnitOption& option : part.options) least = std::min(least, option.latency);
    sum += least;
  }
  return sum;
}

/// What no choice of the parts goes below, and the options that lead there.
struct Least {
  double cycles = std::numeric_limits<double>::infinity();
  std::vector<std::size_t> at;  ///< by part
};

class Minimizer {
 public:
  Minimizer(const std::vector<Part>& parts, double lut) : parts_(parts), lut_(lut) {
    for (const Part& part : parts_) {
      std::vector<std::size_t> order(part.options.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::stable_sort(order.begin(), order.end(),
                       [&](std::size_t a, std::size_t b) { return part.options[a].built < part.options[b].built; });
      for (const std::size_t n : order) built_.push_back(part.options[n].built);
      order_.push_back(std::move(order));
    }
    std::sort(built_.begin(), built_.end());
    built_.erase(std::unique(built_.begin(), built_.end()), built_.end());
    const double scale = sum_of_least(parts_) / std::max(lut_, 1.0);
    for (int n = 0; n < multipliers; ++n)
      multiplier_.push_back(n == 0 ? 0 : scale * first_multiplier * std::pow(multiplier_step, n));
  }

  Least run() {
    next_.assign(parts_.size(), 0);
    best_.assign(parts_.size(), std::vector<Best>(multiplier_.size()));
    Least least;
    for (const double built : built_) {
      if (built > lut_) break;
      for (std::size_t p = 0; p < parts_.size(); ++p) take_up_to(built, p);
      const auto [cycles, with] = bound_with(built);
      if (cycles >= least.cycles) continue;
      least.cycles = cycles;
      least.at.clear();
      for (const auto& of_part : best_) least.at.push_back(of_part[with].at);
    }
    return least;
  }

 private:
  struct Best {
    double cost = std::numeric_limits<double>::infinity();
    std::size_t at = 0;
  };

  /// Options of which no more is built.
  void take_up_to(double built, std::size_t p) {
    const std::vector<UnitOption>& options = parts_[p].options;
    for (; next_[p] < options.size() && options[order_[p][next_[p]]].built <= built; ++next_[p]) {
      const std::size_t n = order_[p][next_[p]];
      for (std::size_t m = 0; m < multiplier_.size(); ++m) {
        const double cost = options[n].latency + multiplier_[m] * (options[n].users + options[n].beside);
        if (cost < best_[p][m].cost) best_[p][m] = {cost, n};
      }
    }
  }

  /// The multiplier that proves most.
  std::pair<double, std::size_t> bound_with(double built) const {
    double most = -1;
    std::size_t with = 0;
    for (std::size_t m = 0; m < multiplier_.size(); ++m) {
      double cost = multiplier_[m] * (built - lut_);
      for (const auto& of_part : best_) cost += of_part[m].cost;
      if (cost > most) most = cost, with = m;
    }
    return {most, with};
  }

  const std::vector<Part>& parts_;
  double lut_;
  std::vector<std::vector<std::size_t>> order_;  ///< by part: options by what is built
  std::vector<double> built_, multiplier_;
  std::vector<std::size_t> next_;        ///< by part, in its order
  std::vector<std::vector<Best>> best_;  ///< by part and multiplier, of the options taken
};

class JointBound {
 public:
  JointBound(const std::vector<NestBounds>& nests, const SerialStatements& serial, std::size_t statements,
             const JointLimits& limits)
      : nests_(nests), serial_(serial), limits_(limits), left_(limits.budget) {
    const std::vector<double> cycles = weigh_statements(nests, statements);
    double all = 0;
    for (const double one : cycles) all += std::max(one, 0.0);
    for (const double one : cycles) heavy_.push_back(one >= least_share * all);
  }

  double run() {
    std::size_t combinations = 1;
    for (const NestBounds& nest : nests_) {
      combinations *= std::max<std::size_t>(nest.size(), 1);
      if (combinations > most_combinations) return 0;
    }
    std::vector<std::pair<double, std::size_t>> order;  // with the cycles that the units' own bounds tell
    for (std::size_t n = 0; n < combinations; ++n) order.emplace_back(sum_of_bounds(units_of(n)), n);
    std::sort(order.begin(), order.end());
    double least = limits_.incumbent;
    for (const auto& [cycles, n] : order) {
      if (cycles >= least) break;
      least = std::min(least, std::max(cycles, bound_structures(n)));
    }
    return least;
  }

 private:
  /// The heavy units of one structure for each nest.
  std::vector<const UnitBound*> units_of(std::size_t combination) const {
    std::vector<const UnitBound*> units;
    for (const NestBounds& nest : nests_) {
      if (nest.empty()) continue;
      for (const UnitBound& unit : nest[combination % nest.size()]) {
        const auto is_heavy = [&](int s) { return heavy_[static_cast<std::size_t>(s)]; };
        if (std::any_of(unit.statements.begin(), unit.statements.end(), is_heavy)) units.push_back(&unit);
      }
      combination /= nest.size();
    }
    return units;
  }

  bool are_serial(const UnitBound& one, const UnitBound& other) const {
    for (const int s : one.statements) {
      for (const int t : other.statements) {
        if (s == t) return false;
        if (serial_(std::min(s, t), std::max(s, t))) return true;
      }
    }
    return false;
  }

  std::size_t most_users() const { return limits_.access_lut.size() - 1; }

  /// Of an operator that up to so many units use, for each that is not the first.
  double least_for_a_user(std::size_t units) const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t n = 2; n <= units && n < limits_.shared_lut.size(); ++n)
      least = std::min(least, limits_.shared_lut[n] / static_cast<double>(n - 1));
    return std::isfinite(least) ? least : 0;
  }

  /// Units in groups that follow each other.
  std::vector<std::vector<const UnitBound*>> group(const std::vector<const UnitBound*>& units) const {
    std::vector<std::vector<const UnitBound*>> groups;
    for (const UnitBound* unit : units) {
      std::vector<const UnitBound*> mine{unit};
      for (std::size_t g = groups.size(); g-- > 0;) {
        const bool apart = std::all_of(groups[g].begin(), groups[g].end(),
                                       [&](const UnitBound* other) { return are_serial(*unit, *other); });
        if (apart) continue;
        mine.insert(mine.end(), groups[g].begin(), groups[g].end());
        groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(g));
      }
      groups.push_back(std::move(mine));
    }
    return groups;
  }

  double sum_of_bounds(const std::vector<const UnitBound*>& units) const {
    double sum = 0;
    for (const auto& together : group(units)) {
      double area = 0, longest = 0;
      for (const UnitBound* unit : together) {
        area += unit->lut_area;
        longest = std::max(longest, unit->latency);
      }
      sum += together.size() > 1 ? std::max(area, longest) : longest;
    }
    return sum;
  }

  const std::vector<UnitOption>& options_of(UnitSpace& space) {
    const auto [at, fresh] = listed_.try_emplace({&space, user_lut_});
    if (fresh) at->second = space.list_options(limits_.device, user_lut_);
    return at->second;
  }

  double bound_structures(std::size_t combination) {
    std::vector<Part> parts;
    const std::vector<const UnitBound*> heavy = units_of(combination);
    user_lut_ = least_for_a_user(heavy.size());
    users_.clear();
    for (const UnitBound* unit : heavy) {
      for (const auto& [array, loops] : unit->elements) users_[array] = std::min(users_[array] + 1, most_users());
    }
    double base = 0;
    for (const auto& units : group(heavy)) {
      const bool fit = std::all_of(units.begin(), units.end(), [](const UnitBound* unit) {
        return unit->space && unit->space->shares_operators();
      });
      if (!fit) return 0;
      if (units.size() > 1) {
        parts.push_back(overlap(units));
        continue;
      }
      Part part{units.front(), {}};
      base = std::max(base, part.unit->space->beside_one());
      add(part, options_of(*part.unit->space));
      parts.push_back(std::move(part));
    }
    return bound_parts(parts, limits_.device.lut - base);
  }

  /// Units that may run at once: whatever they do, the operators that are built work for so many cycles. In steps of
  /// what is built, each with the least cycles of its upper end.
  Part overlap(const std::vector<const UnitBound*>& units) {
    Part part;
    const double lut = limits_.device.lut;
    double area = 0, longest = 0, least_of_users = 1, most_of_users = 0;
    for (const UnitBound* unit : units) {
      area += unit->lut_area * lut;
      longest = std::max(longest, unit->latency);
      for (const UnitOption& option : options_of(*unit->space)) {
        if (option.users <= 0) continue;
        least_of_users = std::min(least_of_users, option.users / (option.built + option.users));
        most_of_users = std::max(most_of_users, option.users / (option.built + option.users));
      }
    }
    for (int n = 0; n < area_steps; ++n) {
      const double low = lut * n / area_steps, high = lut * (n + 1) / area_steps;
      UnitOption option;
      option.latency = std::max(area / high, longest);
      option.built = low * (1 - most_of_users);
      option.users = low * std::min(least_of_users, most_of_users);
      option.known = true;
      part.options.push_back(option);
    }
    return part;
  }

  double bound_parts(std::vector<Part>& parts, double lut) {
    // Options with which the others' fastest ones are too slow already.
    const double sum = sum_of_least(parts);
    for (Part& part : parts) {
      double least = std::numeric_limits<double>::infinity();
      for (const UnitOption& option : part.options) least = std::min(least, option.latency);
      std::erase_if(part.options,
                    [&](const UnitOption& option) { return sum - least + option.latency > limits_.incumbent; });
      if (part.options.empty()) return limits_.incumbent;
    }
    for (;;) {
      const Least least = Minimizer(parts, lut).run();
      if (least.cycles >= limits_.incumbent) return limits_.incumbent;
      bool fresh = false;
      for (std::size_t p = 0; p < parts.size(); ++p) {
        UnitOption& option = parts[p].options[least.at[p]];
        if (option.known || !parts[p].unit || left_-- <= 0) continue;
        fresh = true;
        learn(parts[p], option.choice);
      }
      if (!fresh) return least.cycles;
    }
  }

  /// All options of a choice become what its estimate shows.
  void learn(Part& part, const UnitChoice choice) {
    part.unit->space->evaluate(choice);
    std::erase_if(part.options, [&](const UnitOption& option) { return option.choice == choice; });
    const std::vector<UnitOption> learnt = part.unit->space->options_of(choice, limits_.device, user_lut_);
    add(part, learnt);
    std::vector<UnitOption>& listed = listed_[{part.unit->space.get(), user_lut_}];
    std::erase_if(listed, [&](const UnitOption& option) { return option.choice == choice; });
    listed.insert(listed.end(), learnt.begin(), learnt.end());
  }

  void add(Part& part, const std::vector<UnitOption>& options) const {
    for (UnitOption option : options) {
      option.latency = std::max(option.latency, part.unit->latency);
      for (const auto& [array, loops] : part.unit->elements) {
        double accesses = 1 / option.interval;
        for (std::size_t n = 0; n < option.choice.factors.size(); ++n) {
          if (loops >> n & 1U) accesses *= static_cast<double>(option.choice.factors[n]);
        }
        const auto users = users_.find(array);
        option.users += accesses * limits_.access_lut[users == users_.end() ? 1 : users->second];
      }
      part.options.push_back(std::move(option));
    }
  }

  const std::vector<NestBounds>& nests_;
  const SerialStatements& serial_;
  JointLimits limits_;
  std::vector<bool> heavy_;  ///< by statement
  long left_;
  double user_lut_ = 0;
  std::map<std::pair<UnitSpace*, double>, std::vector<UnitOption>> listed_;  ///< by space and user_lut_
  std::map<std::string, std::size_t> users_;  ///< heavy units that access an array, by its name
};

}  // namespace

double bound_jointly(const std::vector<NestBounds>& nests, const SerialStatements& serial, std::size_t statements,
                     const JointLimits& limits) {
  return JointBound(nests, serial, statements, limits).run();
}

}  // namespace pom::dse
