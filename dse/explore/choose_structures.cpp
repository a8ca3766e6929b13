#include <algorithm>
#include <cmath>
#include <tuple>

#include "dse/explore/explorer.hpp"
#include "dse/explore/ladder.hpp"
#include "dse/explore/match_banks.hpp"
#include "dse/explore/parallel.hpp"
#include "dse/explore/shared_nests.hpp"

/// Which structure each nest gets, and the points of its units.
namespace pom::dse {

namespace {

constexpr std::size_t few_nests = 8;

Effort effort_for(std::size_t different_nests) {
  if (different_nests <= few_nests) return {};
  return {12, 6, 0, 0, 2, 120};
}

/// Points of a unit that takes hardly any time.
constexpr long light_ladder = 30;

/// A unit of so much of the cycles is searched closely also beside many others.
constexpr double dominant_part = 0.5;

/// The share of the device for a first look.
constexpr double quick_share = 0.25;

/// A nest of so much of the work is all that counts.
constexpr double nearly_all_work = 0.9;

/// Structures whose units alone are no further apart may be equally good.
constexpr double close = 1.1;

/// What is so much slower at first look, and further ones, are not designed to the end.
constexpr double rival_slack = 1.3;
constexpr std::size_t most_rivals = 2;

}  // namespace

/// By nest: which of its arrays others use too. Of long ones, whose elements are never registers, that makes little
/// difference: all count, so that more nests are equal.
void Explorer::find_shared_arrays() {
  std::vector<std::set<std::string>> arrays(alternatives_.size());
  std::map<std::string, int> users;
  for (std::size_t n = 0; n < alternatives_.size(); ++n) {
    for (const auto& design : alternatives_[n]) arrays[n].merge(arrays_of(design->kernel));
    for (const std::string& name : arrays[n]) ++users[name];
  }
  std::set<std::string> long_arrays;
  for (const auto& array : program_->arrays) {
    const auto is_long = [](std::int64_t extent) { return extent > most_banks; };
    if (std::all_of(array->shape.begin(), array->shape.end(), is_long)) long_arrays.insert(array->name);
  }
  for (std::size_t n = 0; n < alternatives_.size(); ++n) {
    std::erase_if(arrays[n], [&](const std::string& name) {
      return users.at(name) < 2 && (alternatives_.size() == 1 || !long_arrays.contains(name));
    });
    for (const auto& design : alternatives_[n]) design->used_by_other_nests = arrays[n];
  }
}

namespace {

/// Equal for nests of equal structures whose arrays are shared alike.
std::string key_of(const std::vector<std::shared_ptr<NestDesign>>& alternatives) {
  std::string key;
  for (const auto& design : alternatives) {
    const Signature signature = make_signature(design->kernel);
    key += signature.text;
    for (const std::string& name : signature.names) key += design->used_by_other_nests.contains(name) ? '+' : '-';
  }
  return key;
}

struct Work {
  std::vector<double> by_nest;   ///< iterations of its units
  double sum = 0, heaviest = 0;  ///< of all nests; of the unit that has most
  std::size_t units = 0;
};

/// `nests`: their alternatives; the first one counts.
Work count_work(const std::vector<std::vector<std::shared_ptr<NestDesign>>>& nests) {
  Work work;
  for (const auto& nest : nests) {
    work.by_nest.push_back(0);
    if (nest.empty()) continue;
    const Kernel& kernel = nest.front()->kernel;
    std::vector<Node> body = kernel.functions[static_cast<std::size_t>(kernel.top)].body;
    for (const Unit& unit : nest.front()->units) {
      double iterations = 1;
      for (const double trip : average_trips(body, unit)) iterations *= trip;
      work.by_nest.back() += iterations;
      work.heaviest = std::max(work.heaviest, iterations);
      ++work.units;
    }
    work.sum += work.by_nest.back();
  }
  return work;
}

/// Nests as written, those of a fused structure as one.
std::vector<NestProgram> join_nests(std::vector<NestProgram> nests, const std::vector<TransformResult>& fused,
                                    const poly::Scop& as_written, const poly::Dependences& dependences) {
  std::vector<NestProgram> joined;
  for (NestProgram& nest : nests) {
    const auto holds_both = [&](const TransformResult& structure) {
      const auto has = [&](int s) {
        return std::find(structure.statements.begin(), structure.statements.end(), s) != structure.statements.end();
      };
      return has(joined.back().statements.front()) && has(nest.statements.front());
    };
    if (!joined.empty() && std::any_of(fused.begin(), fused.end(), holds_both)) {
      joined.back() = join(joined.back(), nest, as_written, dependences);
    } else {
      joined.push_back(std::move(nest));
    }
  }
  return joined;
}

}  // namespace

/// A nest by itself knows nothing of what the user decided for the program: an array behind a bus has one port and no
/// banks.
void Explorer::take_ports(Kernel& nest) const {
  for (Array& array : nest.functions[static_cast<std::size_t>(nest.top)].arrays) {
    const auto known = declared_.find(array.name);
    if (known == declared_.end()) continue;
    array.port = known->second.port;
    array.storage = known->second.storage;
    array.storage_type = known->second.storage_type;
    array.storage_latency = known->second.storage_latency;
  }
}

/// Of every nest, or of what `fused` makes of several.
void Explorer::collect_structures(const std::vector<TransformResult>& fused) {
  if (transforms_.empty())
    transforms_ = transform_alternatives(program_, as_written_, dependences_, transform_options());
  std::vector<TransformResult> structures = fused;
  structures.insert(structures.end(), transforms_.begin(), transforms_.end());
  nests_ = join_nests(nests_as_written_, fused, as_written_, dependences_);
  alternatives_.clear();
  for (const NestProgram& nest : nests_) {
    alternatives_.emplace_back();
    for (const TransformResult& structure : structures) {
      if (structure.statements != nest.statements || (watch_.over() && !alternatives_.back().empty())) continue;
      auto design = prepare_nest(nest, structure, &asts_);
      if (!design) continue;
      take_ports(design->kernel);
      for (Unit& unit : design->units) restrict_to(unit, options_.hardware);
      alternatives_.back().push_back(std::move(design));
    }
  }
}

/// Nests with equal alternatives are one problem.
void Explorer::choose_structures(const std::vector<TransformResult>& fused) {
  collect_structures(fused);
  std::vector<Alternatives>& all = alternatives_;
  designs_.clear();
  rivals_.clear();
  bounds_.clear();
  find_shared_arrays();
  std::map<std::string, std::size_t> first;  // nest by the key of its alternatives
  std::vector<std::size_t> model, distinct;
  for (const Alternatives& nest : all) {
    const auto [at, fresh] = first.try_emplace(key_of(nest), model.size());
    if (fresh) distinct.push_back(model.size());
    model.push_back(at->second);
  }
  for (const std::size_t n : distinct) {
    const auto known = searched_.find(nests_[n].statements);
    const bool alike = known != searched_.end() && !all[n].empty() &&
                       known->second.front()->used_by_other_nests == all[n].front()->used_by_other_nests;
    if (alike) all[n] = known->second;
  }
  effort_ = effort_for(distinct.size());
  const Work work = count_work(all);
  heaviest_ = work.heaviest;
  // Among many units none has more of the device than its part of the work asks for.
  const auto is_crowded = [&](std::size_t n) {
    return work.units > few_units && work.by_nest[n] < quick_share * work.sum;
  };
  for (std::size_t n : distinct) all[n].resize(std::min(all[n].size(), effort_.structures));
  std::vector<Chosen> chosen(all.size());
  run_parallel(distinct.size(), options_.threads, [&](std::size_t d) {
    const std::size_t n = distinct[d];
    // What bounds few units together looks again at all structures.
    const bool is_part = work.units <= few_units && work.by_nest[n] < nearly_all_work * work.sum;
    chosen[n] = choose(all[n], is_part ? effort_.part_proof : effort_.proof, is_crowded(n));
  });
  for (const std::size_t n : distinct) searched_[nests_[n].statements] = all[n];
  for (std::size_t n = 0; n < all.size(); ++n) {
    const std::size_t index = chosen[model[n]].best;
    NestBounds bounds;
    for (std::size_t a = 0; a < all[model[n]].size(); ++a)
      bounds.push_back(bound_units(*all[n][a], *all[model[n]][a], nests_[n].statements));
    bounds_.push_back(std::move(bounds));
    designs_.push_back(index < all[n].size() ? all[n][index] : nullptr);
    if (model[n] != n && designs_[n]) take_over(*designs_[n], *designs_[model[n]]);
  }
  for (const std::size_t n : distinct) {
    for (const std::size_t rival : chosen[n].rivals) {
      rivals_.push_back(designs_);
      for (std::size_t m = 0; m < all.size(); ++m) {
        if (model[m] != n || rival >= all[m].size()) continue;
        rivals_.back()[m] = all[m][rival];
        if (m != n) take_over(*all[m][rival], *all[n][rival]);
      }
    }
  }
}

/// The alternative that is fastest with a quarter of the device; the others must then prove, with all of it, that they
/// are not faster; those of fewer units, that they are not nearly as fast. `proof`: estimates for that, of each.
Explorer::Chosen Explorer::choose(Alternatives& designs, long proof, bool crowded) {
  if (designs.empty()) return {};
  using Futile = UnitSpace::Futile;
  const auto search = [&](std::size_t n, const Limits& limits, UnitSpace::Thoroughness how) {
    how.light = light_part * heaviest_;
    how.fabric_first = fabric_first_;
    search_nest(*designs[n], target_, limits, how, watch_, memo_);
  };
  for (const auto& design : designs) design->alone = designs.front()->alone;
  std::size_t best = 0;
  double fastest = INFINITY;
  std::vector<double> quick;
  for (std::size_t n = 0; n < designs.size(); ++n) {
    search(n, limits_.share(quick_share), {effort_.quick, INFINITY, Futile::skip});
    // Beside other units, one may find no room in so small a share: it counts with one copy.
    quick.push_back(designs[n]->latency);
    if (designs[n]->latency >= fastest) continue;
    fastest = designs[n]->latency;
    best = n;
  }
  search(best, limits_, {effort_.unit, INFINITY, Futile::check});
  double bound = designs[best]->bound;
  bool exhaustive = designs[best]->exhaustive;
  for (std::size_t n = 0; n < designs.size(); ++n) {
    if (n == best) continue;
    const bool is_simpler = designs[n]->units.size() < designs[best]->units.size();
    search(n, limits_, {proof, (is_simpler ? close : 1) * designs[best]->latency, Futile::check});
    bound = std::min(bound, designs[n]->bound);
    exhaustive = exhaustive && designs[n]->exhaustive;
  }
  fastest = INFINITY;
  for (const auto& design : designs) {
    if (design->feasible) fastest = std::min(fastest, design->latency);
  }
  // Units of one structure cannot all have the whole device: of close ones that of the fewest units first. Where there
  // is not that much for the nest, the first look says more.
  const auto rank = [&](std::size_t n) {
    const NestDesign& design = *designs[n];
    const bool is_close = design.feasible && design.latency <= close * fastest;
    return std::tuple(crowded ? quick[n] : 0, !is_close, is_close ? design.units.size() : 0, !design.feasible,
                      design.latency);
  };
  for (std::size_t n = 0; n < designs.size(); ++n) {
    if (rank(n) < rank(best)) best = n;
  }
  for (const auto& design : designs) find_areas(*design, limits_);
  designs[best]->bound = std::min(bound, designs[best]->latency);
  designs[best]->exhaustive = exhaustive;
  Chosen chosen{best, {}};
  for (std::size_t n = 0; n < designs.size(); ++n) {
    if (n != best && quick[n] <= rival_slack * quick[best]) chosen.rivals.push_back(n);
  }
  std::stable_sort(chosen.rivals.begin(), chosen.rivals.end(),
                   [&](std::size_t a, std::size_t b) { return quick[a] < quick[b]; });
  if (chosen.rivals.size() > most_rivals) chosen.rivals.resize(most_rivals);
  return chosen;
}

/// What was found for an equal nest, under this one's names.
void Explorer::take_over(NestDesign& design, const NestDesign& model) {
  design.spaces = model.spaces;
  design.latency = model.latency;
  design.bound = model.bound;
  design.exhaustive = model.exhaustive;
  design.feasible = model.feasible;
  const Signature own = make_signature(design.kernel), known = make_signature(model.kernel);
  for (std::size_t n = 0; n < own.names.size() && n < known.names.size(); ++n)
    design.renamed[known.names[n]] = own.names[n];
}

/// Units of the chosen structures, each once for all nests that share its module.
std::vector<Explorer::Planned> Explorer::planned_units() const {
  std::vector<Planned> all;
  std::map<std::pair<std::string, std::size_t>, std::size_t> known;  // module and unit of a nest → place
  for (std::size_t n = 0; n < designs_.size(); ++n) {
    for (std::size_t u = 0; designs_[n] && u < designs_[n]->units.size(); ++u) {
      Planned planned{designs_[n]->units[u], {}, designs_[n]->spaces[u].get(), &designs_[n]->renamed};
      if (u < designs_[n]->unit_bounds.size()) planned.least = designs_[n]->unit_bounds[u];
      for (int& statement : planned.unit.statements)
        statement = nests_[n].statements[static_cast<std::size_t>(statement)];
      const bool shares = !modules_.empty() && !modules_[n].name.empty();
      const auto [at, fresh] = known.try_emplace({shares ? modules_[n].name : std::to_string(n), u}, all.size());
      if (fresh) {
        all.push_back(std::move(planned));
        continue;
      }
      // The function was made from one of them.
      Planned& first = all[at->second];
      if (find_holder(*base_, first.unit.loops.back().label) == base_->functions.size()) {
        planned.twins = std::move(first.twins);
        std::swap(first, planned);
      }
      first.twins.push_back(std::move(planned.unit));
    }
  }
  return all;
}

/// Where units may run at once, one that is slower may cost nothing.
std::vector<double> Explorer::slowest_that_gain(const std::vector<Planned>& units) const {
  std::vector<double> slowest(units.size(), INFINITY);
  if (!std::isfinite(incumbent_) || units.size() > few_units) return slowest;
  const SerialStatements serial(as_written_, bounds_);
  const auto are_serial = [&](const Unit& one, const Unit& other) {
    return std::any_of(one.statements.begin(), one.statements.end(), [&](int s) {
      return std::any_of(other.statements.begin(), other.statements.end(), [&](int t) { return serial(s, t); });
    });
  };
  double sum = 0;
  for (std::size_t u = 0; u < units.size(); ++u) {
    sum += units[u].least;
    for (std::size_t v = 0; v < u; ++v) {
      if (!are_serial(units[u].unit, units[v].unit)) return slowest;
    }
  }
  for (std::size_t u = 0; u < units.size(); ++u) slowest[u] = incumbent_ - (sum - units[u].least);
  return slowest;
}

std::vector<UnitLadder> Explorer::make_ladders(Adders adders) {
  const std::vector<Planned> units = planned_units();
  const std::vector<double> slowest = slowest_that_gain(units);
  std::vector<UnitSpace*> spaces, distinct;
  std::vector<const std::map<std::string, std::string>*> names;
  for (const Planned& planned : units) {
    spaces.push_back(planned.space);
    names.push_back(planned.renamed);
    if (std::find(distinct.begin(), distinct.end(), spaces.back()) == distinct.end()) distinct.push_back(spaces.back());
  }
  const bool many = units.size() > few_units;
  std::vector<SpaceUse> uses(distinct.size());
  std::vector<double> slowest_of_space(distinct.size());
  for (std::size_t u = 0; u < units.size(); ++u) {
    const auto at = static_cast<std::size_t>(std::find(distinct.begin(), distinct.end(), spaces[u]) - distinct.begin());
    ++uses[at].modules;
    uses[at].runs = std::max(uses[at].runs, 1 + units[u].twins.size());
    slowest_of_space[at] = std::max(slowest_of_space[at], slowest[u]);
  }
  const std::vector<double> parts = share_of_cycles(distinct, uses);
  const double heaviest = parts.empty() ? 0 : *std::max_element(parts.begin(), parts.end());
  std::vector<UnitLadder> by_space(distinct.size()), ladders;
  run_parallel(distinct.size(), options_.threads, [&](std::size_t n) {
    const bool is_light = parts[n] < light_part * heaviest;
    const bool is_dominant = parts[n] > dominant_part;
    const auto make = (many && !is_dominant) || is_light ? make_round_ladder : make_ladder;
    LadderSize size{!is_light ? effort_.ladder : many ? 0 : light_ladder};
    if (parts[n] < secondary_part * heaviest) size.of_one_count = 1;
    size.slowest = slowest_of_space[n];
    by_space[n] = make(*distinct[n], distinct[n]->unit(), limits_, adders, size);
    // Beside many units, and in modules that many nests share, what suits all their banks counts as much as what suits
    // one.
    if (make == make_ladder && (many || !modules_.empty()))
      add_round_choices(by_space[n], *distinct[n], limits_, adders, effort_.ladder);
    if (many && !is_light) add_apart_choices(by_space[n], *distinct[n], limits_);
  });
  for (std::size_t u = 0; u < units.size(); ++u) {
    const auto at = std::find(distinct.begin(), distinct.end(), spaces[u]) - distinct.begin();
    ladders.push_back(by_space[static_cast<std::size_t>(at)]);
    ladders.back().unit = units[u].unit;
    ladders.back().twins = units[u].twins;
    rename_arrays(ladders.back(), *names[u]);
  }
  if (!many) {
    align_ladders(ladders, spaces, names, limits_);
    match_ladders(ladders, spaces, names, *base_, limits_, adders);
  }
  for (UnitLadder& ladder : ladders) {
    for (UnitPoint& point : ladder.points) point.latency *= static_cast<double>(1 + ladder.twins.size());
  }
  return ladders;
}

}  // namespace pom::dse
