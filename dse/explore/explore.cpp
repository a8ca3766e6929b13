#include "dse/explore/explore.hpp"

#include <algorithm>
#include <cmath>

#include "dse/estimate/area/multiplexers.hpp"
#include "dse/estimate/area/operator_users.hpp"
#include "dse/explore/bound/joint_bound.hpp"
#include "dse/explore/budget/effort.hpp"
#include "dse/explore/combine/frontier.hpp"
#include "dse/explore/design.hpp"
#include "dse/explore/no_design.hpp"
#include "dse/explore/structure/at_once.hpp"
#include "dse/explore/whole_program.hpp"

/// The course of a search: groupings of nests, structures, designs in them, and how far from the bound they are.
namespace pom::dse::explore {

namespace {

/// Operations and loads in all estimates for the bound of several units.
constexpr long operations_for_bound = 200'000;

/// What the search has proved with the nests of one grouping.
struct Proof {
  double bound = 0;
  std::size_t units = 0;   ///< in the structures that are left and have most of them
  bool exhaustive = true;  ///< of each unit all configurations that could be faster were estimated
};

/// In the structures that have most of them.
std::size_t most_units(const std::vector<NestBounds>& nests) {
  std::size_t units = 0;
  for (const NestBounds& nest : nests) {
    std::size_t most = 0;
    for (const std::vector<UnitBound>& structure : nest) most = std::max(most, structure.size());
    units += most;
  }
  return units;
}

/// Designs the assembly; a better design than the best so far takes its place. An error: the program refuses the
/// structures.
Status improve(SearchContext& search, DesignSearch& found, const Assembly& assembly, double bound) {
  Result<DesignSearch> made = design_assembly(search, assembly, found.best ? &*found.best : nullptr, bound);
  if (!made) return made.errors().front();
  found.seen.insert(found.seen.end(), made->seen.begin(), made->seen.end());
  if (made->best && (!found.best || search.goal.prefers(made->best->rated(), found.best->rated())))
    found.best = std::move(made->best);
  return {};
}

/// Another grouping or structure is designed if the bound leaves room for an improvement.
bool may_gain(const SearchContext& search, const DesignSearch& found, double bound) {
  return !found.best || !search.goal.is_latency() || found.best->qor.latency_average > very_close * bound;
}

/// Raises the bound by what several units of one structure build together.
double raise_bound(SearchContext& search, const DesignSearch& found, Structures& structures, double bound) {
  const bool few = found.best && !found.best->units.empty() && found.best->units.size() <= few_units;
  const auto is_over = [&] { return search.watch.over() || search.watch.seconds() > search.options.bound_seconds; };
  if (is_over() || !few || most_units(structures.bounds) < 2) return bound;
  const double latency = found.best->qor.latency_average;
  const std::size_t statements = search.as_written.statements.size();
  drop_slower_structures(structures.bounds, search.as_written, latency);
  const SerialStatements serial(search.as_written, structures.bounds);
  bound = std::max(bound, bound_function(structures.bounds, serial, statements));
  JointLimits limits{search.limits, {}, {0}, latency, operations_for_bound, bound, is_over};
  for (std::size_t users = 0; users <= few_units; ++users)
    limits.shared_lut.push_back(estimate::shared_unit_lut(static_cast<int>(users), 32, search.target));
  for (int users = 1; users <= static_cast<int>(few_units); ++users)
    limits.access_lut.push_back(estimate::least_access_lut(users, search.target));
  return std::max(bound, bound_jointly(structures.bounds, serial, statements, limits));
}

/// Equal nests on one module each, in functions of many units.
void try_sharing(SearchContext& search, DesignSearch& found, const Structures& structures, double bound) {
  if (search.watch.over() || !search.options.share_modules) return;
  const Design* before = found.best ? &*found.best : nullptr;
  const std::optional<Assembly> shared = share_modules(search, structures);
  if (!shared) return;
  const double latency = before ? before->qor.latency_average : 0;
  if (improve(search, found, *shared, bound) || !found.best || found.best->qor.latency_average == latency) return;
  found.best->trail.push_back({"share", {}, "", "equal nests run in turn on one module"});
}

/// Both stages with the nests of one grouping. An error: the program refuses it.
Result<Proof> design_grouping(SearchContext& search, const Kernel& written, const Grouping& grouping,
                              SearchedNests& searched, DesignSearch& found) {
  Structures structures = choose_structures(search, written, grouping, searched);
  Proof proof;
  proof.exhaustive = grouping.complete && structures.exhaustive();
  proof.bound = bound_function(structures.bounds, SerialStatements(search.as_written, structures.bounds),
                               search.as_written.statements.size());
  search.watch.set_bound(proof.bound);
  if (proof.bound >= search.options.incumbent) return proof;
  const bool first = !found.best;
  if (!first) proof.bound = raise_bound(search, found, structures, proof.bound);
  const Assembly assembly{&structures, structures.best, {}};
  if (may_gain(search, found, proof.bound)) {
    if (const Status refused = improve(search, found, assembly, proof.bound); refused && first) return *refused;
  }
  if (first) proof.bound = raise_bound(search, found, structures, proof.bound);
  const bool many = count_units(search, assembly) > few_units;
  for (const Designs& rival : structures.rivals) {
    if (many || search.watch.over()) break;
    if (may_gain(search, found, proof.bound)) improve(search, found, {&structures, rival, {}}, proof.bound);
  }
  if (many && !grouping.fused) try_sharing(search, found, structures, proof.bound);
  proof.units = most_units(structures.bounds);
  return proof;
}

/// The program as it stands takes the place of a design that is no better. False: neither fits.
bool compare_with_written(const SearchContext& search, const UnscheduledDesign& written, DesignSearch& found,
                          Exploration& result) {
  const auto& [plain, tool, outside] = written;
  const bool fits = tool.latency_average > 0 && search.holds(tool, outside);
  const Rated design = found.best ? found.best->rated() : Rated{};
  if (!search.goal.prefers({tool.latency_average, tool.resources, fits}, design)) return found.best.has_value();
  const bool in_time = !search.watch.ended_early();
  result.notes.push_back(found.best ? "the program as written does better: it stays"
                         : in_time  ? "no design of the search fits: the program is left as it is"
                                    : "no design was found in time that fits: the program is left as it is");
  result.nothing_fits = !found.best && in_time;
  found.best = Design{{}, tool, {}, 0, {}, outside};
  return true;
}

/// What the search knows of its answer's distance from the bound.
void set_bound(const std::vector<Proof>& proofs, const SearchContext& search, Exploration& result) {
  result.bound = INFINITY;
  for (const Proof& proof : proofs) result.bound = std::min(result.bound, proof.bound);
  if (result.nothing_fits) {
    result.bound = 0;
    return;
  }
  // The program as it stands is no design of the space, nor one whose banks are no multiples of what units ask for.
  const double latency = result.qor.latency_average;
  const bool outside = result.bound > latency;
  // Of several units only each by itself is searched to the end: together, a bound that is reached is the proof.
  // A limit of the memories outside is one of designs, not of the space whose configurations were all estimated.
  const bool is_limited = std::isfinite(search.options.port_banks) && result.bound < latency;
  const bool settled = !is_limited && std::all_of(proofs.begin(), proofs.end(), [&](const Proof& proof) {
    return proof.exhaustive && (proof.units <= 1 || (!outside && proof.bound >= latency));
  });
  if (outside) result.bound = latency;
  result.exhaustive = settled && !search.watch.ended_early();
}

}  // namespace

double Exploration::gap() const {
  return qor.latency_average > 0 ? std::max(0.0, (qor.latency_average - bound) / qor.latency_average) : 0;
}

Result<Exploration> explore(const poly::Scop& as_written, const graph::DependenceGraph& graph,
                            const devices::Target& target, const ExploreOptions& options) {
  SearchContext search(as_written, graph, target, options);
  const Result<Kernel> written = lower(search, {});
  if (!written) return written.errors();
  const double blocks = search.limits.most().dsp / static_cast<double>(count_at_once(written->top_function()));
  search.options.hardware.times = std::max<std::int64_t>(1, static_cast<std::int64_t>(blocks / most_operations));
  const UnscheduledDesign unscheduled = estimate_unscheduled(*written, search);
  Exploration result;
  result.baseline = unscheduled.plain;
  result.automatic = unscheduled.automatic;
  DesignSearch found;
  SearchedNests searched;
  std::vector<Proof> proofs;
  for (const Grouping& grouping : list_groupings(search)) {
    const Result<Proof> proof = design_grouping(search, *written, grouping, searched, found);
    // A fusion that the whole program refuses is none.
    if (!proof && !grouping.fused) return proof.errors();
    if (proof) proofs.push_back(*proof);
  }
  if (std::optional<Design> whole = design_whole_program(search, *written)) {
    if (!found.best || search.goal.prefers(whole->rated(), found.best->rated())) found.best = std::move(whole);
  }
  if (!compare_with_written(search, unscheduled, found, result)) return no_design(unscheduled, search);
  result.schedule = behind_kept(search, found.best->schedule);
  result.trail = std::move(found.best->trail);
  result.qor = std::move(found.best->qor);
  result.units = std::move(found.best->units);
  result.predicted = found.best->predicted;
  result.port_banks = found.best->port_banks;
  const ParetoPoint design{result.qor.latency_average, result.qor.resources, result.port_banks};
  result.pareto = result.nothing_fits ? find_pareto_front(std::move(found.seen))
                                      : find_front_with(design, std::move(found.seen), search.goal.is_latency());
  set_bound(proofs, search, result);
  result.ended_early = search.watch.ended_early();
  result.candidates = search.watch.candidates();
  result.seconds = search.watch.seconds();
  return result;
}

}  // namespace pom::dse::explore
