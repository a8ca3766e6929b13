#include "dse/explore/nest_design.hpp"

#include <algorithm>

#include "dse/kernel/from_loops.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"

namespace pom::dse {

namespace {

/// The infos of the whole program's statements, by their number in the nest.
std::vector<NestInfo> renumber(const std::vector<NestInfo>& infos, const std::vector<int>& statements) {
  std::vector<NestInfo> own;
  for (NestInfo info : infos) {
    const auto at = std::find(statements.begin(), statements.end(), info.statement);
    if (at == statements.end()) continue;
    info.statement = static_cast<int>(at - statements.begin());
    own.push_back(std::move(info));
  }
  return own;
}

double latency_of(const Kernel& kernel, const Target& target) {
  const auto answer = estimate(kernel, target);
  const Qor* qor = std::get_if<Qor>(&answer);
  return qor ? static_cast<double>(qor->latency_max) : 0;
}

}  // namespace

std::unique_ptr<NestDesign> prepare_nest(const NestProgram& nest, const TransformResult& structure) {
  auto design = std::make_unique<NestDesign>();
  design->structure = structure;
  poly::Scop scop = nest.as_written;
  for (const Directive& directive : structure.directives) {
    if (poly::apply_directive(scop, directive)) return nullptr;
  }
  const Result<poly::LoopTree> tree = poly::generate_loops(scop);
  if (!tree) return nullptr;
  design->kernel = make_kernel(*tree);
  design->units = find_units(*tree, renumber(structure.nests, nest.statements));
  return design;
}

void search_nest(NestDesign& design, const Target& target, const Limits& limits, long budget, SearchWatch& watch) {
  const double plain = latency_of(design.kernel, target);
  design.latency = design.bound = plain;
  design.feasible = true;
  for (const Unit& unit : design.units) {
    design.spaces.push_back(std::make_unique<UnitSpace>(design.kernel, unit, target, watch));
    design.fastest.push_back(design.spaces.back()->find_fastest(limits, budget));
    const UnitSpace::Search& found = design.fastest.back();
    design.exhaustive = design.exhaustive && found.exhaustive;
    if (!found.best) {
      design.feasible = false;
      continue;
    }
    design.latency += found.best->latency - plain;
    design.bound += found.bound - plain;
  }
}

}  // namespace pom::dse
