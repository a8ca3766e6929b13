#include <algorithm>
#include <cmath>
#include <tuple>

#include "dse/explore/explorer.hpp"
#include "dse/explore/ladder.hpp"
#include "dse/explore/parallel.hpp"
#include "dse/explore/shared_nests.hpp"

/// Which structure each nest gets.
namespace pom::dse {

namespace {

constexpr std::size_t few_nests = 8;

Effort effort_for(std::size_t different_nests) {
  if (different_nests <= few_nests) return {};
  return {12, 6, 0, 0, 2, 120};
}

/// The share of the device for a first look.
constexpr double quick_share = 0.25;

/// A nest of so much of the work is all that counts.
constexpr double nearly_all_work = 0.9;

/// Structures whose units alone are no further apart may be equally good.
constexpr double close = 1.1;

/// No further apart, a first look does not tell structures from each other: it is short.
constexpr double alike = 1.02;

/// What is so much slower at first look, and further ones, are not designed to the end.
constexpr double rival_slack = 1.3;
constexpr double rival_bound = 1.05;
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
    std::vector<Node> body = kernel.functions[kernel.top].body;
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
                                    const poly::Scop& as_written, const graph::DependenceGraph& graph) {
  std::vector<NestProgram> joined;
  for (NestProgram& nest : nests) {
    const auto holds_both = [&](const TransformResult& structure) {
      const auto has = [&](int s) {
        return std::find(structure.statements.begin(), structure.statements.end(), s) != structure.statements.end();
      };
      return has(joined.back().statements.front()) && has(nest.statements.front());
    };
    if (!joined.empty() && std::any_of(fused.begin(), fused.end(), holds_both)) {
      joined.back() = join(joined.back(), nest, as_written, graph);
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
  for (Array& array : nest.functions[nest.top].arrays) {
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
  if (transforms_.empty()) transforms_ = transform_alternatives(program_, as_written_, graph_, transform_options());
  std::vector<TransformResult> structures = fused;
  structures.insert(structures.end(), transforms_.begin(), transforms_.end());
  nests_ = join_nests(nests_as_written_, fused, as_written_, graph_);
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
  const auto part_of = [&](std::size_t n) {
    if (work.by_nest[n] >= nearly_all_work * work.sum) return NestPart::nearly_all;
    if (work.units <= few_units) return NestPart::one_of_few;
    return work.by_nest[n] < quick_share * work.sum ? NestPart::small_of_many : NestPart::large_of_many;
  };
  for (std::size_t n : distinct) all[n].resize(std::min(all[n].size(), effort_.structures));
  std::vector<Chosen> chosen(all.size());
  run_parallel(distinct.size(), options_.threads, [&](std::size_t d) {
    const std::size_t n = distinct[d];
    chosen[n] = choose(all[n], part_of(n));
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

void Explorer::search_structure(NestDesign& design, const Limits& limits, UnitSpace::Thoroughness how) {
  how.light = light_part * heaviest_;
  how.fabric_first = fabric_first_;
  search_nest(design, target_, limits, how, watch_, memo_);
}

/// By alternative: cycles with a quarter of the device. Beside other units, one may find no room in so small a share:
/// it counts with one copy.
std::vector<double> Explorer::look_at_structures(const Alternatives& designs) {
  std::vector<double> cycles;
  for (const auto& design : designs) {
    search_structure(*design, limits_.share(quick_share), {effort_.quick, INFINITY, UnitSpace::Futile::skip});
    cycles.push_back(design->latency);
  }
  return cycles;
}

/// One alternative with all of the device; the others must then prove that they are not faster, those of fewer units
/// that they are not nearly as fast.
void Explorer::prove_structure(const Alternatives& designs, std::size_t favourite, long estimates, long proof) {
  const NestDesign* best = designs[favourite].get();
  search_structure(*designs[favourite], limits_, {estimates, INFINITY, UnitSpace::Futile::check});
  for (std::size_t n = 0; n < designs.size(); ++n) {
    if (n == favourite) continue;
    const double slack = designs[n]->units.size() < best->units.size() ? close : 1;
    search_structure(*designs[n], limits_, {proof, slack * best->latency, UnitSpace::Futile::check});
    if (designs[n]->feasible && designs[n]->latency < best->latency) best = designs[n].get();
  }
}

namespace {

/// What is as good as the fastest becomes equal to it.
void even_out(std::vector<double>& first_look) {
  const double fastest = *std::min_element(first_look.begin(), first_look.end());
  for (double& cycles : first_look) {
    if (cycles <= alike * fastest) cycles = fastest;
  }
}

/// Units of one structure cannot all have the whole device: of close ones that of the fewest units first. Where there
/// is not that much for the nest, `first_look` says more.
std::size_t find_best(const std::vector<std::shared_ptr<NestDesign>>& designs, const std::vector<double>* first_look) {
  double fastest = INFINITY;
  for (const auto& design : designs) {
    if (design->feasible) fastest = std::min(fastest, design->latency);
  }
  const auto rank = [&](std::size_t n) {
    const NestDesign& design = *designs[n];
    const bool is_close = design.feasible && design.latency <= close * fastest;
    return std::tuple(first_look ? (*first_look)[n] : 0, !is_close, is_close ? design.units.size() : 0,
                      !design.feasible, design.latency);
  };
  std::size_t best = 0;
  for (std::size_t n = 1; n < designs.size(); ++n) {
    if (rank(n) < rank(best)) best = n;
  }
  return best;
}

}  // namespace

/// The alternative that looks fastest, unless another one proves to be faster. What is nearly all of the work is not
/// searched to the end before others had a chance to prove that.
Explorer::Chosen Explorer::choose(Alternatives& designs, NestPart part) {
  if (designs.empty()) return {};
  for (const auto& design : designs) design->alone = designs.front()->alone;
  std::vector<double> first_look = look_at_structures(designs);
  // Where it decides alone, what looks a few cycles faster must not: equal ones are taken in stage one's order.
  if (part != NestPart::nearly_all) even_out(first_look);
  const auto fastest = std::min_element(first_look.begin(), first_look.end());
  auto favourite = static_cast<std::size_t>(fastest - first_look.begin());
  const long proof = part == NestPart::one_of_few ? effort_.part_proof : effort_.proof;
  if (part == NestPart::nearly_all && designs.size() > 1) {
    prove_structure(designs, favourite, effort_.quick, proof);
    favourite = find_best(designs, nullptr);
  }
  prove_structure(designs, favourite, effort_.unit, proof);
  const std::size_t best = find_best(designs, part == NestPart::small_of_many ? &first_look : nullptr);
  for (const auto& design : designs) {
    designs[best]->bound = std::min(designs[best]->bound, design->bound);
    designs[best]->exhaustive = designs[best]->exhaustive && design->exhaustive;
    find_areas(*design, limits_);
  }
  designs[best]->bound = std::min(designs[best]->bound, designs[best]->latency);
  Chosen chosen{best, {}};
  for (std::size_t n = 0; n < designs.size(); ++n) {
    // Not what looks faster with less than the whole device.
    const bool is_slower =
        first_look[n] >= first_look[best] && designs[n]->bound > rival_bound * designs[best]->latency;
    if (n != best && !is_slower && first_look[n] <= rival_slack * first_look[best]) chosen.rivals.push_back(n);
  }
  std::stable_sort(chosen.rivals.begin(), chosen.rivals.end(),
                   [&](std::size_t a, std::size_t b) { return first_look[a] < first_look[b]; });
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

}  // namespace pom::dse
