#include "dse/explore/structure/choose_structures.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "dse/explore/budget/effort.hpp"
#include "dse/explore/structure/prepare_alternatives.hpp"
#include "dse/kernel/rewrite/signature.hpp"
#include "support/parallel.hpp"

namespace pom::dse::explore {

namespace {

/// Numbers of estimates for a unit. Functions of many different nests have fewer for each nest, so that the time of a
/// search grows no faster than the number of nests.
struct Effort {
  long unit = 400;              ///< of the structure that is chosen
  long quick = 16, proof = 80;  ///< of each structure: for a first look, and to show that it is no better
  long part_proof = 8;          ///< `proof` beside other nests, where the design shows which structure is best
  std::size_t structures = 8;   ///< alternatives of a nest that are looked at
  std::size_t whole = 4;        ///< of those with whole bodies, beside
  long configurations = 400;    ///< Structures::configurations
};
constexpr Effort many_nests_effort{12, 6, 0, 0, 2, 0, 120};

/// The share of the device for a first look.
constexpr double quick_share = 0.25;
/// Share of the iterations. A nest that has more decides the latency alone.
constexpr double nearly_all_work = 0.9;
/// A rival is a structure that is not designed first but may be better: slower than the chosen one in the first look by
/// no more than `rival_slack`, with a bound no higher than `very_close` times its latency; at most so many of a nest.
constexpr double rival_slack = 1.3;
constexpr std::size_t most_rivals = 2;

/// Keeps the first alternatives without and with whole bodies. Returns whether that is all of them.
bool keep_first(Alternatives& alternatives, const Effort& effort) {
  std::size_t plain = 0, whole = 0;
  return std::erase_if(alternatives, [&](const auto& design) {
           return design->bodies.empty() ? plain++ >= effort.structures : whole++ >= effort.whole;
         }) == 0;
}

/// By nest: which of its arrays others use too. Of long ones, whose elements are never registers, that makes little
/// difference: all count, so that more nests are equal.
void find_shared_arrays(const std::vector<Alternatives>& nests, const dsl::Function& program) {
  std::vector<std::set<std::string>> arrays(nests.size());
  std::map<std::string, int> users;
  for (std::size_t n = 0; n < nests.size(); ++n) {
    for (const auto& design : nests[n]) arrays[n].merge(arrays_of(design->kernel));
    for (const std::string& name : arrays[n]) ++users[name];
  }
  std::set<std::string> long_arrays;
  for (const auto& array : program.arrays) {
    const auto is_long = [](std::int64_t extent) { return extent > most_banks; };
    if (std::all_of(array->shape.begin(), array->shape.end(), is_long)) long_arrays.insert(array->name);
  }
  for (std::size_t n = 0; n < nests.size(); ++n) {
    std::erase_if(arrays[n], [&](const std::string& name) {
      return users.at(name) < 2 && (nests.size() == 1 || !long_arrays.contains(name));
    });
    for (const auto& design : nests[n]) design->used_by_other_nests = arrays[n];
  }
}

/// Equal for nests with equal alternatives of whose arrays the same ones are used by other nests.
std::string key_of(const Alternatives& alternatives) {
  std::string key;
  for (const auto& design : alternatives) {
    const Signature signature = make_signature(design->kernel);
    key += signature.text;
    for (const std::string& name : signature.names) key += design->used_by_other_nests.contains(name) ? '+' : '-';
  }
  return key;
}

/// Iterations of the units of nests, in their first structures.
struct Work {
  std::vector<double> by_nest;
  double sum = 0, heaviest = 0;  ///< of all nests; of the unit that has most

  bool is_nearly_all(std::size_t nest) const { return by_nest[nest] >= nearly_all_work * sum; }
};

Work count_work(const std::vector<Alternatives>& nests) {
  Work work;
  for (const Alternatives& nest : nests) {
    work.by_nest.push_back(0);
    if (nest.empty()) continue;
    for (const Unit& unit : nest.front()->units) {
      const std::vector<double> trips = average_trips(nest.front()->kernel.top_function().body, unit);
      const double iterations = std::accumulate(trips.begin(), trips.end(), 1.0, std::multiplies<>());
      work.by_nest.back() += iterations;
      work.heaviest = std::max(work.heaviest, iterations);
    }
    work.sum += work.by_nest.back();
  }
  return work;
}

/// Structures that tie with the fastest get its cycles.
void even_out(std::vector<double>& first_look) {
  const double fastest = *std::min_element(first_look.begin(), first_look.end());
  for (double& cycles : first_look) {
    if (cycles <= (1 + negligible_part) * fastest) cycles = fastest;
  }
}

/// The first of so many designs whose rank is least.
template <class Rank>
std::size_t first_by(std::size_t designs, const Rank& rank) {
  std::size_t best = 0;
  for (std::size_t n = 1; n < designs; ++n) {
    if (rank(n) < rank(best)) best = n;
  }
  return best;
}

/// Units of one structure cannot all have the whole device: of close ones that of the fewest units first.
std::size_t find_best(const Alternatives& designs) {
  double fastest = INFINITY;
  for (const auto& design : designs) {
    if (design->feasible) fastest = std::min(fastest, design->latency);
  }
  return first_by(designs.size(), [&](std::size_t n) {
    const NestDesign& design = *designs[n];
    const bool is_close = design.feasible && design.latency <= close * fastest;
    return std::tuple(!is_close, is_close ? design.units.size() : 0, !design.feasible,
                      !design.feasible && !design.bodies.empty(), design.latency);
  });
}

/// The choice among the structures of one nest.
class StructureChoice {
 public:
  /// `decides`: the nest is nearly all of the work.
  StructureChoice(SearchContext& search, const Effort& effort, double light, bool decides, const Alternatives& designs)
      : search_(search), effort_(effort), light_(light), decides_(decides), designs_(designs) {}

  struct Chosen {
    std::size_t best = 0;
    std::size_t plain = 0;            ///< the best one without whole bodies
    std::vector<std::size_t> rivals;  ///< others that may do better beside the other nests
  };

  /// The alternative that looks fastest, unless another one proves to be faster. What is nearly all of the work is not
  /// searched to the end before others had a chance to prove that.
  Chosen run() const {
    const std::vector<double> looks = look();
    auto favourite = static_cast<std::size_t>(std::min_element(looks.begin(), looks.end()) - looks.begin());
    const long proof = decides_ ? effort_.proof : effort_.part_proof;
    if (decides_ && designs_.size() > 1) {
      prove(favourite, effort_.quick, proof);
      favourite = find_best(designs_);
    }
    prove(favourite, effort_.unit, proof);
    Chosen chosen{find_best(designs_), find_plain(), {}};
    NestDesign& best = *designs_[chosen.best];
    for (const auto& design : designs_) {
      best.exhaustive = best.exhaustive && design->exhaustive;
      find_areas(*design, search_.limits);
    }
    chosen.rivals = find_rivals(chosen.best, looks);
    return chosen;
  }

 private:
  void search(NestDesign& design, const Limits& limits, Thoroughness how) const {
    how.light = light_;
    how.incumbent = std::min(how.incumbent, search_.options.incumbent);
    how.fabric_first = search_.fabric_first;
    search_nest(design, search_.target, limits, how, search_.watch, search_.memo);
  }

  /// By alternative: cycles with a quarter of the device, or with one copy where that finds no room in so small a
  /// share. Beside other nests, what looks a few cycles faster need not be: nearly equal ones are taken in stage one's
  /// order.
  std::vector<double> look() const {
    std::vector<double> cycles;
    for (const auto& design : designs_) {
      search(*design, search_.limits.share(quick_share), {effort_.quick, INFINITY});
      cycles.push_back(design->latency);
    }
    if (!decides_) even_out(cycles);
    return cycles;
  }

  /// One alternative with all of the device; the others must then prove that they are not faster, those of fewer units
  /// that they are not nearly as fast.
  void prove(std::size_t favourite, long estimates, long proof) const {
    const NestDesign* best = designs_[favourite].get();
    search(*designs_[favourite], search_.limits, {estimates, INFINITY});
    for (std::size_t n = 0; n < designs_.size(); ++n) {
      if (n == favourite) continue;
      const double slack = designs_[n]->units.size() < best->units.size() ? close : 1;
      search(*designs_[n], search_.limits, {proof, slack * best->latency});
      if (designs_[n]->feasible && designs_[n]->latency < best->latency) best = designs_[n].get();
    }
  }

  std::vector<std::size_t> find_rivals(std::size_t best, const std::vector<double>& looks) const {
    std::vector<std::size_t> rivals;
    for (std::size_t n = 0; n < designs_.size(); ++n) {
      // Not what looks faster with less than the whole device.
      const bool is_slower = looks[n] >= looks[best] && designs_[n]->bound > very_close * designs_[best]->latency;
      if (n != best && !is_slower && looks[n] <= rival_slack * looks[best]) rivals.push_back(n);
    }
    std::stable_sort(rivals.begin(), rivals.end(), [&](std::size_t a, std::size_t b) { return looks[a] < looks[b]; });
    if (rivals.size() > most_rivals) rivals.resize(most_rivals);
    return rivals;
  }

  /// The fastest one without whole bodies: there always is one.
  std::size_t find_plain() const {
    return first_by(designs_.size(), [&](std::size_t n) {
      const NestDesign& design = *designs_[n];
      return std::tuple(!design.bodies.empty(), !design.feasible, design.latency);
    });
  }

  SearchContext& search_;
  const Effort& effort_;
  double light_;
  bool decides_;
  const Alternatives& designs_;
};

/// Copies what the search found for an equal nest, and how its arrays are called here.
void take_over(NestDesign& design, const NestDesign& model) {
  if (&design == &model) return;
  design.spaces = model.spaces;
  design.latency = model.latency;
  design.unit_bounds = model.unit_bounds;
  design.exhaustive = model.exhaustive;
  design.feasible = model.feasible;
  const Signature own = make_signature(design.kernel), known = make_signature(model.kernel);
  for (std::size_t n = 0; n < own.names.size() && n < known.names.size(); ++n)
    design.renamed[known.names[n]] = own.names[n];
}

/// By nest: the first one whose alternatives are equal to its own. Nests with equal alternatives are one problem.
std::vector<std::size_t> find_models(const std::vector<Alternatives>& nests) {
  std::map<std::string, std::size_t> first;
  std::vector<std::size_t> model;
  for (const Alternatives& nest : nests) model.push_back(first.try_emplace(key_of(nest), model.size()).first->second);
  return model;
}

/// Whole bodies leave less choice: beside other units they may find no room. Nothing: `best` has none.
std::optional<Designs> without_whole_bodies(const Designs& best, const std::vector<Alternatives>& all,
                                            const std::vector<StructureChoice::Chosen>& chosen,
                                            const std::vector<std::size_t>& model) {
  if (std::all_of(best.begin(), best.end(), [](const auto& design) { return !design || design->bodies.empty(); }))
    return std::nullopt;
  Designs plain = best;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const std::size_t index = chosen[model[n]].plain;
    if (!plain[n] || plain[n]->bodies.empty() || index >= all[n].size()) continue;
    plain[n] = all[n][index];
    take_over(*plain[n], *all[model[n]][index]);
  }
  return plain;
}

/// Copies that run beside the work take no cycles of a bound.
void leave_out_copies(std::vector<UnitBound>& units, const SearchContext& search) {
  const auto is_copy = [&](int s) { return search.options.frame.is_copy(search.program().computes[s].name); };
  std::erase_if(units, [&](const UnitBound& unit) {
    return std::any_of(unit.statements.begin(), unit.statements.end(), is_copy);
  });
}

}  // namespace

bool Structures::exhaustive() const {
  return complete &&
         std::all_of(best.begin(), best.end(), [](const auto& design) { return !design || design->exhaustive; });
}

Structures choose_structures(SearchContext& search, const Kernel& written, const Grouping& grouping,
                             SearchedNests& searched) {
  Structures structures;
  structures.nests = grouping.nests;
  std::vector<Alternatives> all = prepare_alternatives(search, written, grouping);
  find_shared_arrays(all, search.program());
  const std::vector<std::size_t> model = find_models(all);
  std::vector<std::size_t> distinct;
  for (std::size_t n = 0; n < all.size(); ++n) {
    if (model[n] != n) continue;
    distinct.push_back(n);
    const auto known = searched.find(grouping.nests[n].statements);
    const bool same = known != searched.end() && !known->second.empty() && !all[n].empty() &&
                      known->second.front()->used_by_other_nests == all[n].front()->used_by_other_nests;
    if (same) all[n] = known->second;
  }
  const Effort effort = distinct.size() <= few_units ? Effort{} : many_nests_effort;
  structures.configurations = effort.configurations;
  // Equal nests keep the same alternatives.
  for (Alternatives& nest : all) structures.complete = keep_first(nest, effort) && structures.complete;
  const Work work = count_work(all);
  std::vector<StructureChoice::Chosen> chosen(all.size());
  run_parallel(distinct.size(), search.options.threads, [&](std::size_t d) {
    const std::size_t n = distinct[d];
    if (all[n].empty()) return;
    chosen[n] = StructureChoice(search, effort, light_part * work.heaviest, work.is_nearly_all(n), all[n]).run();
  });
  for (const std::size_t n : distinct) searched[grouping.nests[n].statements] = all[n];
  for (std::size_t n = 0; n < all.size(); ++n) {
    const std::size_t index = chosen[model[n]].best;
    structures.bounds.emplace_back();
    for (std::size_t a = 0; a < all[model[n]].size(); ++a) {
      structures.bounds.back().push_back(bound_units(*all[n][a], *all[model[n]][a], grouping.nests[n].statements));
      if (search.options.frame.copies_beside_work) leave_out_copies(structures.bounds.back().back(), search);
    }
    structures.best.push_back(index < all[n].size() ? all[n][index] : nullptr);
    if (structures.best.back()) take_over(*structures.best.back(), *all[model[n]][index]);
  }
  if (std::optional<Designs> plain = without_whole_bodies(structures.best, all, chosen, model))
    structures.rivals.push_back(*std::move(plain));
  for (const std::size_t n : distinct) {
    for (const std::size_t rival : chosen[n].rivals) {
      structures.rivals.push_back(structures.best);
      for (std::size_t m = 0; m < all.size(); ++m) {
        if (model[m] != n || rival >= all[m].size()) continue;
        structures.rivals.back()[m] = all[m][rival];
        take_over(*all[m][rival], *all[n][rival]);
      }
    }
  }
  return structures;
}

}  // namespace pom::dse::explore
