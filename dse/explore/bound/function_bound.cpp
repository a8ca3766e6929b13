#include "dse/explore/bound/function_bound.hpp"
#include "dse/explore/budget/effort.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace pom::dse::explore {

namespace {

/// Shares of all cycles. Statements below may overlap with many others and join groups that would otherwise follow each
/// other, so the bound is computed with all statements and without the light ones; the larger one counts.
constexpr std::array least_shares = {0.0, negligible_part};

/// Weights of LUTs in a unit's area; the rest counts DSP blocks. Each gives a bound, and the largest counts.
constexpr std::array lut_weights = {0.0, 0.25, 0.5, 0.75, 1.0};

}  // namespace

SerialStatements::SerialStatements(const poly::Scop& scop, const std::vector<NestBounds>& nests)
    : split_(scop.statements.size()), always_touch_(scop.statements.size()) {
  for (const auto& array : scop.program->arrays) names_.push_back(array->name);
  for (const poly::Statement& statement : scop.statements) {
    accesses_.emplace_back();
    const auto add = [&](const poly::AccessRelation& access, bool writes) {
      const bool is_memory = is_longer_than_banks(scop.program->arrays[access.array]->shape);
      accesses_.back().push_back({access.array, writes, is_memory, access.relation.range()});
    };
    add(statement.write, true);
    for (const poly::AccessRelation& read : statement.reads) add(read, false);
  }
  std::vector<bool> met(scop.statements.size());
  for (const NestBounds& alternatives : nests) {
    for (const auto& units : alternatives) {
      std::set<int> here;
      for (const UnitBound& unit : units) {
        for (int s : unit.statements) {
          const auto n = static_cast<std::size_t>(s);
          if (!here.insert(s).second) split_[n] = true;
          if (!met[n]) always_touch_[n] = unit.touched;
          met[n] = true;
          std::erase_if(always_touch_[n], [&](const std::string& name) { return !unit.touched.contains(name); });
        }
      }
    }
  }
  find_nests(nests);
  find_chains();
}

/// A nest that may be built all at once may leave no loop: its operations then start one by one, and nothing follows
/// for those that read from it.
void SerialStatements::find_nests(const std::vector<NestBounds>& nests) {
  nest_.assign(split_.size(), -1);
  stays_.assign(split_.size(), true);
  for (std::size_t nest = 0; nest < nests.size(); ++nest) {
    for (const std::vector<UnitBound>& units : nests[nest]) {
      for (const UnitBound& unit : units) {
        for (const int s : unit.statements) {
          nest_[s] = static_cast<int>(nest);
          if (!unit.space || unit.space->choices.may_be_all_at_once()) stays_[s] = false;
        }
      }
    }
  }
  for (std::size_t s = 0; s < nest_.size(); ++s) {
    if (split_[s]) nest_[s] = -1;
    if (nest_[s] < 0) stays_[s] = false;
  }
}

/// Nests keep their order in all structures, and each begins when all nests that it reads from have ended. Statements
/// of one nest may change places.
void SerialStatements::find_chains() {
  const std::size_t all = split_.size();
  follows_.assign(all, std::vector<bool>(all));
  std::vector<std::size_t> in_order;
  for (std::size_t s = 0; s < all; ++s) {
    if (stays_[s]) in_order.push_back(s);
  }
  std::stable_sort(in_order.begin(), in_order.end(), [&](std::size_t a, std::size_t b) { return nest_[a] < nest_[b]; });
  for (const std::size_t reader : in_order) {
    for (const std::size_t writer : in_order) {
      if (nest_[writer] >= nest_[reader]) break;
      if (!reads_from(reader, writer)) continue;
      follows_[reader][writer] = true;
      for (std::size_t s = 0; s < all; ++s) follows_[reader][s] = follows_[reader][s] || follows_[writer][s];
    }
  }
}

/// What a third statement may have stored in between is no value of the writer's.
bool SerialStatements::reads_from(std::size_t reader, std::size_t writer) const {
  const auto overwrites = [&](std::size_t s, const Access& read, const isl::set& elements) {
    const bool between = nest_[s] < 0 || (nest_[s] >= nest_[writer] && nest_[s] <= nest_[reader]);
    return s != reader && s != writer && between &&
           std::any_of(accesses_[s].begin(), accesses_[s].end(), [&](const Access& other) {
             return other.array == read.array && other.writes && !other.elements.intersect(elements).is_empty();
           });
  };
  for (const Access& read : accesses_[reader]) {
    for (const Access& write : accesses_[writer]) {
      if (read.array != write.array || !write.writes || read.writes) continue;
      const isl::set elements = read.elements.intersect(write.elements);
      if (elements.is_empty()) continue;
      bool stays = true;
      for (std::size_t s = 0; stays && s < accesses_.size(); ++s) stays = !overwrites(s, read, elements);
      if (stays) return true;
    }
  }
  return false;
}

bool SerialStatements::operator()(int one, int other) const {
  const auto a = static_cast<std::size_t>(one), b = static_cast<std::size_t>(other);
  if (split_[a] || split_[b]) return false;
  return follows_[a][b] || follows_[b][a] || meet(std::min(a, b), std::max(a, b));
}

/// `a`: the earlier one.
bool SerialStatements::meet(std::size_t a, std::size_t b) const {
  for (const Access& x : accesses_[a]) {
    for (const Access& y : accesses_[b]) {
      if (x.array != y.array) continue;
      const std::string& name = names_[x.array];
      const bool both_touch = always_touch_[a].contains(name) && always_touch_[b].contains(name);
      // A value must be stored before it is read. Stores that leave their loop do not keep it from running beside
      // another.
      const bool flows = x.writes && !y.writes;
      const bool wait = flows || (both_touch && (x.writes || y.writes || x.is_memory));
      if (wait && !x.elements.intersect(y.elements).is_empty()) return true;
    }
  }
  return false;
}

namespace {

/// Statements in groups that may run at once; different groups never do.
class Groups {
 public:
  Groups(const std::vector<int>& statements, const SerialStatements& serial, std::size_t all) : group_(all, -1) {
    for (int s : statements) group_[s] = s;
    for (int s : statements) {
      for (int t : statements) {
        if (s < t && of(s) != of(t) && !serial(s, t)) merge(of(s), of(t));
      }
    }
  }
  int of(int statement) const { return group_[statement]; }
  /// Of the first of its statements that is in a group; -1: none is.
  int of(const UnitBound& unit) const {
    for (int s : unit.statements) {
      if (of(s) >= 0) return of(s);
    }
    return -1;
  }

 private:
  void merge(int from, int to) { std::replace(group_.begin(), group_.end(), from, to); }
  std::vector<int> group_;
};

double area_of(const UnitBound& unit, double lut_weight) {
  return lut_weight * unit.lut_area + (1 - lut_weight) * unit.dsp_area;
}

/// The nests whose units are in a group.
std::map<int, std::set<std::size_t>> find_owners(const std::vector<NestBounds>& nests, const Groups& groups) {
  std::map<int, std::set<std::size_t>> owners;
  for (std::size_t n = 0; n < nests.size(); ++n) {
    for (const auto& units : nests[n]) {
      for (const UnitBound& unit : units) {
        if (groups.of(unit) >= 0) owners[groups.of(unit)].insert(n);
      }
    }
  }
  return owners;
}

struct Part {
  double longest = 0, area = 0;
};

/// By group: cycles and area of a structure's units in it.
std::map<int, Part> parts_of(const std::vector<UnitBound>& units, const Groups& groups, double lut_weight) {
  std::map<int, Part> parts;
  for (const UnitBound& unit : units) {
    if (groups.of(unit) < 0) continue;
    Part& part = parts[groups.of(unit)];
    part.longest = std::max(part.longest, unit.latency);
    part.area += area_of(unit, lut_weight);
  }
  return parts;
}

/// Several nests in one group: their areas add up, or only the one that takes longest counts.
enum class Sharing { areas, longest };

double bound_with(const std::vector<NestBounds>& nests, const Groups& groups, double lut_weight, Sharing sharing) {
  const auto owners = find_owners(nests, groups);
  std::map<int, std::pair<double, std::size_t>> longest;  // by group: cycles, and whose
  const auto cycles_of = [&](std::size_t nest, const std::vector<UnitBound>& units) {
    double cycles = 0;
    for (const auto& [group, part] : parts_of(units, groups, lut_weight)) {
      const bool alone = owners.at(group).size() == 1;
      if (alone || (sharing == Sharing::longest && longest[group].second == nest)) {
        cycles += std::max(part.longest, part.area);
      } else if (sharing == Sharing::areas) {
        cycles += part.area;
      }
    }
    return cycles;
  };
  if (sharing == Sharing::longest) {
    for (const auto& [group, nests_there] : owners) {
      for (std::size_t n : nests_there) {
        double least = INFINITY;
        for (const auto& units : nests[n]) least = std::min(least, parts_of(units, groups, lut_weight)[group].longest);
        longest[group] = std::max(longest[group], {least, n});
      }
    }
  }
  double sum = 0;
  for (std::size_t n = 0; n < nests.size(); ++n) {
    double least = nests[n].empty() ? 0 : INFINITY;
    for (const auto& units : nests[n]) least = std::min(least, cycles_of(n, units));
    sum += least;
  }
  return sum;
}

}  // namespace

std::vector<double> weigh_statements(const std::vector<NestBounds>& nests, std::size_t statements) {
  std::vector<double> cycles(statements, -1);
  for (const NestBounds& alternatives : nests) {
    for (const auto& units : alternatives) {
      for (const UnitBound& unit : units) {
        if (!std::isfinite(unit.latency)) continue;  // none of its choices is of use
        for (int s : unit.statements) {
          double& here = cycles[s];
          here = here < 0 ? unit.latency : std::min(here, unit.latency);
        }
      }
    }
  }
  return cycles;
}

double bound_function(const std::vector<NestBounds>& nests, const SerialStatements& serial, std::size_t statements) {
  const std::vector<double> cycles = weigh_statements(nests, statements);
  const double all = std::accumulate(cycles.begin(), cycles.end(), 0.0);
  double bound = 0;
  for (double least : least_shares) {
    std::vector<int> chosen;
    for (std::size_t s = 0; s < statements; ++s) {
      if (cycles[s] >= 0 && cycles[s] >= least * all) chosen.push_back(static_cast<int>(s));
    }
    const Groups groups(chosen, serial, statements);
    for (double weight : lut_weights) bound = std::max(bound, bound_with(nests, groups, weight, Sharing::areas));
    bound = std::max(bound, bound_with(nests, groups, 1, Sharing::longest));
  }
  return bound;
}

void drop_slower_structures(std::vector<NestBounds>& nests, const poly::Scop& scop, double incumbent) {
  for (std::size_t n = 0; n < nests.size(); ++n) {
    std::vector<NestBounds> with_one = nests;
    NestBounds left;
    for (std::vector<UnitBound>& structure : nests[n]) {
      with_one[n] = {structure};
      const double bound = bound_function(with_one, SerialStatements(scop, with_one), scop.statements.size());
      if (bound < incumbent) left.push_back(std::move(structure));
    }
    if (left.empty()) left.push_back(std::move(with_one[n].front()));
    nests[n] = std::move(left);
  }
}

}  // namespace pom::dse::explore
