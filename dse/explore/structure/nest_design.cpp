#include "dse/explore/structure/nest_design.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "dse/explore/unit/find_units.hpp"
#include "dse/explore/unit/unit_accesses.hpp"
#include "dse/explore/unit/unit_facts.hpp"
#include "dse/kernel/from_loops.hpp"
#include "dse/kernel/rewrite/touched.hpp"
#include "dse/kernel/steady_loads.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"

namespace pom::dse::explore {

namespace {

/// The infos of the whole program's statements, by their number in the nest.
std::vector<transform::NestInfo> renumber(const std::vector<transform::NestInfo>& infos,
                                          const std::vector<int>& statements) {
  std::vector<transform::NestInfo> own;
  for (transform::NestInfo info : infos) {
    const auto at = std::find(statements.begin(), statements.end(), info.statement);
    if (at == statements.end()) continue;
    info.statement = static_cast<int>(at - statements.begin());
    own.push_back(std::move(info));
  }
  return own;
}

/// The loops of a nest in one structure.
struct Scheduled {
  poly::Scop scop;
  poly::LoopTree tree;
  Kernel kernel;
  std::vector<transform::NestInfo> infos;  ///< by the nest's numbers
};

std::optional<Scheduled> schedule_nest(const transform::NestProgram& nest, const transform::TransformResult& structure,
                                       poly::AstCache* cache) {
  poly::Scop scop = nest.as_written;
  for (const Directive& directive : structure.directives) {
    if (poly::apply_directive(scop, directive)) return std::nullopt;
  }
  Result<poly::LoopTree> tree = poly::generate_loops(scop, cache);
  if (!tree) return std::nullopt;
  Kernel kernel = make_kernel(*tree);
  for (Array& array : kernel.top_function().arrays) array.read_elsewhere = nest.read_elsewhere.contains(array.name);
  return Scheduled{std::move(scop), *std::move(tree), std::move(kernel), renumber(structure.nests, nest.statements)};
}

/// Labels of loops in copies of words.
struct WordLoops {
  WholeBodies bodies;            ///< over words, whose elements are built whole
  std::set<std::string> single;  ///< over the elements of an only word: statements of the loop around, which holds more
};

void collect_words(const std::vector<poly::LoopNode>& body, const dsl::Function& program,
                   const std::set<std::string>& words, const std::vector<const poly::LoopNode*>& around,
                   WordLoops& found) {
  for (const poly::LoopNode& node : body) {
    const bool copies = node.kind == poly::LoopNode::Kind::instance && around.size() > 1;
    if (copies && words.contains(program.computes[node.compute].name)) {
      const poly::LoopNode& outside = *around[around.size() - 2];
      if (outside.body.size() == 1)
        found.bodies.insert(outside.label);
      else
        found.single.insert(around.back()->label);
    }
    std::vector<const poly::LoopNode*> inside = around;
    if (node.kind == poly::LoopNode::Kind::loop) inside.push_back(&node);
    collect_words(node.body, program, words, inside, found);
  }
}

std::unique_ptr<NestDesign> make_design(const Scheduled& nest, const transform::TransformResult& structure,
                                        const WordLoops& words, const WholeBodies& chosen) {
  WholeBodies bodies = words.bodies;
  bodies.insert(chosen.begin(), chosen.end());
  auto design = std::make_unique<NestDesign>();
  design->structure = structure;
  design->bodies = chosen;
  design->kernel = nest.kernel;
  design->units = find_units(nest.tree, design->kernel, nest.infos, bodies);
  std::erase_if(design->units, [&](const Unit& unit) { return words.single.contains(unit.loops.back().label); });
  Function& function = design->kernel.top_function();
  build_whole(function, bodies);
  for (const std::string& label : words.single) {
    if (Loop* loop = find_loop(function.body, label)) loop->unroll = loop->trip.max;
  }
  load_steady_once(function);
  for (Unit& unit : design->units) {
    find_facts(unit, nest.scop);
    find_steady(unit, nest.scop);
    find_apart(unit, nest.scop);
  }
  return design;
}

}  // namespace

std::vector<std::unique_ptr<NestDesign>> prepare_all(const transform::NestProgram& nest,
                                                     const transform::TransformResult& structure, poly::AstCache* cache,
                                                     const Frame& frame) {
  std::vector<std::unique_ptr<NestDesign>> all;
  const std::optional<Scheduled> scheduled = schedule_nest(nest, structure, cache);
  if (!scheduled) return all;
  WordLoops of_words;
  if (!frame.words.empty()) collect_words(scheduled->tree.roots, *scheduled->tree.program, frame.words, {}, of_words);
  const auto may_hold = [&](const std::string& statement, int level) {
    const auto held = frame.loops.find(statement);
    return !frame.is_copy(statement) && (held == frame.loops.end() || level >= held->second);
  };
  all.push_back(make_design(*scheduled, structure, of_words, {}));
  for (const WholeBodies& bodies : find_whole_bodies(scheduled->tree, scheduled->kernel, may_hold))
    all.push_back(make_design(*scheduled, structure, of_words, bodies));
  return all;
}

namespace {

std::set<std::string> names_of(const Function& function, const Touched& touched) {
  std::set<std::string> names;
  for (std::size_t n = 0; n < function.arrays.size(); ++n) {
    if (touched.has(static_cast<int>(n))) names.insert(function.arrays[n].name);
  }
  return names;
}

/// Arrays that other units also access.
std::set<std::string> find_used_by_others(const NestDesign& design, std::size_t unit) {
  const Function& function = design.kernel.top_function();
  std::set<std::string> names = design.used_by_other_nests;
  for (std::size_t u = 0; u < design.units.size(); ++u) {
    const Loop* loop = find_loop(function.body, design.units[u].loops.back().label);
    if (loop && u != unit) names.merge(names_of(function, find_touched(function, loop->body)));
  }
  return names;
}

/// The nest with the innermost loops of all other units pipelined, as designs have them. By itself the tool unrolls
/// short ones, and what those take would count against this unit.
Kernel pipeline_others(const NestDesign& design, std::size_t unit) {
  Kernel nest = design.kernel;
  for (std::size_t u = 0; u < design.units.size(); ++u) {
    const Unit& other = design.units[u];
    Loop* innermost = find_loop(nest.top_function().body, other.loops.back().label);
    if (u != unit && other.allowed.pipeline && innermost && !innermost->pipeline) innermost->pipeline = 0;
  }
  return nest;
}

}  // namespace

std::set<std::string> arrays_of(const Kernel& kernel) {
  const Function& function = kernel.top_function();
  return names_of(function, find_touched(function, function.body));
}

void search_nest(NestDesign& design, const devices::Target& target, const Limits& limits, const Thoroughness& how,
                 SearchWatch& watch, estimate::NestMemo& memo) {
  for (std::size_t u = design.spaces.size(); u < design.units.size(); ++u)
    design.spaces.push_back(std::make_shared<UnitSpace>(pipeline_others(design, u), design.units[u],
                                                        find_used_by_others(design, u), target, watch, &memo));
  design.latency = design.bound = 0;
  design.unit_bounds.clear();
  design.feasible = design.exhaustive = true;
  // A unit has what the others leave of the incumbent's cycles.
  double left = how.incumbent;
  std::vector<double> least(design.spaces.size());
  for (std::size_t u = 0; std::isfinite(left) && u < least.size(); ++u) {
    least[u] = design.spaces[u]->choices.least_cycles(limits);
    left -= least[u];
  }
  for (std::size_t u = 0; u < design.spaces.size(); ++u) {
    const auto& space = design.spaces[u];
    Thoroughness own = how;
    own.incumbent = left + least[u];
    if (space->bound.iterations() < how.light) own.budget = std::min(how.budget, light_budget);
    const UnitSearch found = find_fastest(*space, limits, own);
    left -= std::max(found.bound - least[u], 0.0);
    design.exhaustive = design.exhaustive && found.exhaustive;
    design.bound += found.bound;
    design.unit_bounds.push_back(found.bound);
    design.feasible = design.feasible && found.best;
    design.latency += found.best ? found.best->latency : space->estimates.evaluate(one_copy(space->unit)).latency;
  }
}

namespace {

/// Arrays all of whose accesses in the unit move with loops that its pipeline runs as one, more iterations of them than
/// any choice builds copies: some of those loops run, and the accesses stay inside.
std::set<std::string> find_touched_inside(const Function& function, const Unit& unit,
                                          const std::vector<UnitAccess>& accesses, std::int64_t most_copies) {
  std::vector<std::int64_t> running(unit.loops.size(), 1);  // iterations
  for (std::size_t n = unit.loops.size(); n-- > static_cast<std::size_t>(unit.first_perfect);) {
    const bool variable = unit.loops[n].variable;  // never unrolled completely; no loop outside runs as one with it
    running[n] = variable ? most_copies + 1 : unit.loops[n].trip;
    if (variable) break;
  }
  std::set<std::string> inside, outside;
  for (const UnitAccess& access : accesses) {
    std::int64_t iterations = 1;
    for (std::size_t n = 0; n < running.size() && n < 32; ++n) {
      if (access.all_loops() >> n & 1U) iterations *= running[n];
    }
    (iterations > most_copies ? inside : outside).insert(function.arrays[access.array].name);
  }
  std::erase_if(inside, [&](const std::string& name) { return outside.contains(name); });
  return inside;
}

/// By array outside of the function: loops that choose the element of one of its accesses, the most of all of them. An
/// array that is longer than banks may be many stays a memory, whatever is chosen.
std::map<std::string, unsigned> find_elements(const Function& function, const std::vector<UnitAccess>& accesses,
                                              const std::set<std::string>& touched) {
  std::map<std::string, unsigned> elements;
  for (const UnitAccess& access : accesses) {
    const Array& array = function.arrays[access.array];
    const bool is_memory = array.role == Array::Role::argument && is_longer_than_banks(array.shape);
    if (!access.is_apart || !is_memory || !touched.contains(array.name)) continue;
    unsigned& most = elements[array.name];
    if (std::popcount(access.all_loops()) > std::popcount(most)) most = access.all_loops();
  }
  return elements;
}

}  // namespace

void find_areas(NestDesign& design, const Limits& limits) {
  design.unit_areas.clear();
  design.most_copies.clear();
  for (const auto& space : design.spaces) {
    design.unit_areas.push_back(space->least.areas(limits));
    design.most_copies.push_back(space->choices.most_copies_of_all(limits));
  }
}

std::vector<UnitBound> bound_units(const NestDesign& design, const NestDesign& searched,
                                   const std::vector<int>& statements) {
  std::vector<UnitBound> bounds;
  for (std::size_t u = 0; u < design.units.size(); ++u) {
    UnitBound bound;
    for (int s : design.units[u].statements) bound.statements.push_back(statements[s]);
    bound.latency = searched.unit_bounds[u];
    bound.dsp_area = searched.unit_areas[u].dsp;
    bound.lut_area = searched.unit_areas[u].lut;
    const Function& function = design.kernel.top_function();
    const std::vector<UnitAccess> accesses = list_accesses(function, design.units[u]);
    bound.touched = find_touched_inside(function, design.units[u], accesses, searched.most_copies[u]);
    bound.space = searched.spaces[u];
    bound.elements = find_elements(function, accesses, bound.touched);
    bounds.push_back(std::move(bound));
  }
  return bounds;
}

}  // namespace pom::dse::explore
