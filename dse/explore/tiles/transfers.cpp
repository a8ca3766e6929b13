#include "dse/explore/tiles/transfers.hpp"

#include <algorithm>
#include <map>

#include "dse/explore/tiles/external.hpp"
#include "dsl/model/ports.hpp"
#include "polyhedral/buffers/footprint.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::dse::explore {

namespace {

/// The words of a rectangle; 0: the elements are none.
double count_rectangle(const isl::set& elements, std::int64_t lanes) {
  double count = 1;
  isl::set box = isl::set::universe(elements.space());
  for (unsigned d = 0; d < poly::dimension_count(elements); ++d) {
    const auto low = poly::minimum(elements, d), high = poly::maximum(elements, d);
    if (!low || !high) return 0;
    box = poly::bound_above(poly::bound_below(box, d, *low), d, *high);
    const bool is_row = d + 1 == poly::dimension_count(elements);
    count *= static_cast<double>(is_row ? *high / lanes - *low / lanes + 1 : *high - *low + 1);
  }
  return box.is_subset(elements) ? count : 0;
}

}  // namespace

double least_transfers(const poly::Scop& as_written, const PortWidths& widths) {
  std::map<std::string, double> loads, stores;
  double most = 0;
  for (const External& external : external_arrays(*as_written.program)) {
    std::string why_not;
    const auto used = poly::find_footprint(as_written, external.array, as_written.statements.front(), -1, why_not);
    if (!used) continue;
    const std::int64_t lanes = widths.widest(*as_written.program, external.array);
    const auto count = [&](const isl::map& moved) {
      return moved.is_empty() ? 0 : count_rectangle(moved.range(), lanes);
    };
    most =
        std::max({most, loads[external.bundle] += count(used->loaded), stores[external.bundle] += count(used->stored)});
  }
  return most;
}

double least_port_cycles(const poly::Scop& as_written, const PortWidths& widths) {
  const dsl::Function& program = *as_written.program;
  double most = least_transfers(as_written, widths);
  for (const int a : program.array_arguments()) {
    const dsl::Array& array = *program.arrays[a];
    if (dsl::is_stream_port(program, a) && array.extents.empty())
      most = std::max(most, static_cast<double>(array.elements() / array.lanes));
  }
  return most;
}

}  // namespace pom::dse::explore
