#include "dse/explore/structure/prepare_alternatives.hpp"

#include <algorithm>
#include <iterator>

#include "dse/explore/structure/part_units.hpp"
#include "dse/explore/unit/find_units.hpp"

namespace pom::dse::explore {

namespace {

/// A nest by itself knows nothing of what the user decided for the program: an array behind a bus has one port and no
/// banks.
void take_ports(Kernel& nest, const Kernel& written) {
  for (Array& array : nest.top_function().arrays) {
    for (const Array& known : written.top_function().arrays) {
      if (known.name != array.name) continue;
      array.port = known.port;
      array.storage = known.storage;
      array.storage_type = known.storage_type;
      array.storage_latency = known.storage_latency;
    }
  }
}

/// True of a unit with copies between chip and bus, which run as they stand.
bool holds_copies(const Frame& frame, const transform::NestProgram& nest, const Unit& unit) {
  return std::any_of(unit.statements.begin(), unit.statements.end(),
                     [&](int s) { return frame.is_copy(nest.as_written.program->computes[s].name); });
}

/// Leaves to units with copies only their pipeline and the banks with which a copy takes a cycle.
void hold(const Frame& frame, const transform::NestProgram& nest, NestDesign& design) {
  for (Unit& unit : design.units) {
    if (holds_copies(frame, nest, unit))
      restrict_to(unit, {unit.allowed.pipeline, false, false, unit.allowed.partition});
  }
}

}  // namespace

std::vector<Alternatives> prepare_alternatives(SearchContext& search, const Kernel& written, const Grouping& grouping) {
  std::vector<Alternatives> all;
  for (const transform::NestProgram& nest : grouping.nests) {
    all.emplace_back();
    Alternatives whole;
    for (const transform::TransformResult& structure : grouping.structures) {
      if (structure.statements != nest.statements || (search.watch.over() && !all.back().empty())) continue;
      std::vector<std::unique_ptr<NestDesign>> designs =
          prepare_all(nest, structure, &search.asts, search.options.frame);
      const HardwareStrategies& allowed = search.options.hardware;
      // Behind the end of the time, what cannot be parted is refused when it is built.
      std::erase_if(designs, [&](const auto& design) {
        return !search.watch.over() && !has_apart_units(nest, structure.directives, *design);
      });
      if (!designs.empty() && !(allowed.pipeline && allowed.unroll)) designs.resize(1);
      for (auto& design : designs) {
        take_ports(design->kernel, written);
        for (Unit& unit : design->units) restrict_to(unit, search.options.hardware);
        hold(search.options.frame, nest, *design);
        (design->bodies.empty() ? all.back() : whole).push_back(std::move(design));
      }
    }
    all.back().insert(all.back().end(), std::make_move_iterator(whole.begin()), std::make_move_iterator(whole.end()));
  }
  return all;
}

}  // namespace pom::dse::explore
