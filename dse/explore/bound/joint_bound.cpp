#include "dse/explore/bound/joint_bound.hpp"

#include <algorithm>
#include <cmath>

#include "dse/explore/bound/joint_case.hpp"
#include "dse/explore/budget/effort.hpp"

namespace pom::dse::explore {

namespace {

/// Combinations of the nests' structures for each of which a bound is computed; with more of them there is none.
constexpr std::size_t most_combinations = 64;
/// The bound is left as it is after so many refinements in a row that raise it by less than `same_cycles` of the
/// incumbent's.
constexpr int most_looks = 16;

class JointBound {
 public:
  JointBound(const std::vector<NestBounds>& nests, const SerialStatements& serial, std::size_t statements,
             const JointLimits& limits)
      : nests_(nests), serial_(serial), limits_(limits) {
    const std::vector<double> cycles = weigh_statements(nests, statements);
    double all = 0;
    for (const double one : cycles) all += std::max(one, 0.0);
    for (const double one : cycles) heavy_.push_back(one >= negligible_part * all);
  }

  double run() const {
    // Structures with heavy units of the same statements are alternatives of each other.
    std::vector<std::vector<UnitGroup>> nests;
    std::size_t combinations = 1;
    for (const NestBounds& nest : nests_) {
      nests.push_back(merge_structures(nest));
      combinations *= nests.back().size();
      if (combinations > most_combinations) return 0;
    }
    std::vector<JointCase> cases;
    for (std::size_t n = 0; n < combinations; ++n) {
      UnitGroup units;
      std::size_t rest = n;
      for (const auto& structures : nests) {
        const UnitGroup& chosen = structures[rest % structures.size()];
        units.insert(units.end(), chosen.begin(), chosen.end());
        rest /= structures.size();
      }
      if (!add_cases(cases, units)) return 0;
    }
    return raise_lowest(cases);
  }

 private:
  /// The lowest case is looked at more closely, until nothing raises it any more.
  double raise_lowest(std::vector<JointCase>& cases) const {
    double before = limits_.known;
    long budget = limits_.budget;
    for (int looks = 0;;) {
      const auto lowest = std::min_element(
          cases.begin(), cases.end(), [](const JointCase& a, const JointCase& b) { return a.bound() < b.bound(); });
      if (lowest == cases.end() || lowest->bound() >= limits_.incumbent) return limits_.incumbent;
      if (lowest->bound() > before + same_cycles * limits_.incumbent) {
        before = lowest->bound();
        looks = 0;
      }
      if (lowest->settled() || ++looks > most_looks || limits_.is_over()) return lowest->bound();
      lowest->refine(budget);
    }
  }

  /// The heavy units of a nest, one group for each set of structures that have them alike.
  std::vector<UnitGroup> merge_structures(const NestBounds& nest) const {
    std::map<std::vector<std::vector<int>>, UnitGroup> merged;
    for (const std::vector<UnitBound>& structure : nest) {
      std::vector<const UnitBound*> heavy;
      std::vector<std::vector<int>> statements;
      for (const UnitBound& unit : structure) {
        const auto is_heavy = [&](int s) { return heavy_[s]; };
        if (std::none_of(unit.statements.begin(), unit.statements.end(), is_heavy)) continue;
        heavy.push_back(&unit);
        statements.push_back(unit.statements);
      }
      UnitGroup& units = merged[statements];
      units.resize(heavy.size());
      for (std::size_t u = 0; u < heavy.size(); ++u) units[u].push_back(heavy[u]);
    }
    std::vector<UnitGroup> groups;
    for (auto& [statements, units] : merged) groups.push_back(std::move(units));
    if (groups.empty()) groups.emplace_back();
    return groups;
  }

  bool are_serial(const UnitAlternatives& one, const UnitAlternatives& other) const {
    for (const int s : one.front()->statements) {
      for (const int t : other.front()->statements) {
        if (s == t) return false;
        if (serial_(std::min(s, t), std::max(s, t))) return true;
      }
    }
    return false;
  }

  /// Of an operator that up to so many units use, for each that is not the first.
  double least_for_a_user(std::size_t units) const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t n = 2; n <= units && n < limits_.shared_lut.size(); ++n)
      least = std::min(least, limits_.shared_lut[n] / static_cast<double>(n - 1));
    return std::isfinite(least) ? least : 0;
  }

  /// By array: as many of the heavy units use it in every structure, or more.
  std::map<std::string, double> access_luts(const UnitGroup& units) const {
    std::map<std::string, std::size_t> users;
    for (const UnitAlternatives& unit : units) {
      for (const UnitBound* one : unit) {
        for (const auto& [array, loops] : one->elements) users.try_emplace(array, 0);
      }
    }
    std::map<std::string, double> luts;
    for (auto& [array, count] : users) {
      for (const UnitAlternatives& unit : units) {
        const auto uses = [&](const UnitBound* one) { return one->elements.contains(array); };
        if (std::all_of(unit.begin(), unit.end(), uses)) ++count;
      }
      const std::size_t most = limits_.access_lut.size() - 1;
      const auto first =
          limits_.access_lut.begin() + static_cast<std::ptrdiff_t>(std::clamp<std::size_t>(count, 1, most));
      luts[array] = *std::min_element(first, limits_.access_lut.end());
    }
    return luts;
  }

  /// Units in groups that follow each other.
  std::vector<UnitGroup> group(const UnitGroup& units) const {
    std::vector<UnitGroup> groups;
    for (const UnitAlternatives& unit : units) {
      UnitGroup mine{unit};
      for (std::size_t g = groups.size(); g-- > 0;) {
        const bool apart = std::all_of(groups[g].begin(), groups[g].end(),
                                       [&](const UnitAlternatives& other) { return are_serial(unit, other); });
        if (apart) continue;
        mine.insert(mine.end(), groups[g].begin(), groups[g].end());
        groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(g));
      }
      groups.push_back(std::move(mine));
    }
    return groups;
  }

  static double sum_of_bounds(const std::vector<UnitGroup>& groups) {
    double sum = 0;
    for (const UnitGroup& together : groups) {
      const double longest = least_cycles(together);
      double area = 0;
      for (const UnitAlternatives& unit : together) area += least_of(unit, &UnitBound::lut_area);
      sum += together.size() > 1 ? std::max(area, longest) : longest;
    }
    return sum;
  }

  /// Two units that may overlap do, or one comes after the other; sums of all units are built alike. False: nothing is
  /// known of the units' operators, or there are none.
  bool add_cases(std::vector<JointCase>& cases, const UnitGroup& units) const {
    if (units.empty()) return false;
    for (const UnitAlternatives& unit : units) {
      const auto is_known = [](const UnitBound* one) { return one->space && one->space->work.shares_operators(); };
      if (!std::all_of(unit.begin(), unit.end(), is_known)) return false;
    }
    const std::vector<UnitGroup> groups = group(units);
    const double least = sum_of_bounds(groups);
    if (least >= limits_.incumbent) return true;
    const auto pairs = std::count_if(groups.begin(), groups.end(), [](const auto& g) { return g.size() == 2; });
    for (std::size_t apart = 0; apart < std::size_t{1} << pairs; ++apart) {
      JointSetting setting;
      setting.access_lut = access_luts(units);
      // What runs at once never uses the same operator.
      std::size_t users = 0, pair = 0;
      for (const UnitGroup& together : groups) {
        if (together.size() == 2 && apart >> pair++ & 1U) {
          for (const UnitAlternatives& unit : together) setting.groups.push_back({unit});
          users += 2;
        } else {
          setting.groups.push_back(together);
          users += together.size() == 2 ? 1 : together.size();
        }
      }
      setting.user_lut = least_for_a_user(users);
      for (const Adders adders : {Adders::fabric, Adders::dsp}) {
        setting.adders = adders;
        cases.emplace_back(setting, limits_, least);
      }
    }
    return true;
  }

  const std::vector<NestBounds>& nests_;
  const SerialStatements& serial_;
  JointLimits limits_;
  std::vector<bool> heavy_;  ///< by statement
};

}  // namespace

double bound_jointly(const std::vector<NestBounds>& nests, const SerialStatements& serial, std::size_t statements,
                     const JointLimits& limits) {
  return JointBound(nests, serial, statements, limits).run();
}

}  // namespace pom::dse::explore
