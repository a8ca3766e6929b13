#pragma once
#include <optional>
#include <vector>

#include "dse/explore/budget/pareto.hpp"
#include "dse/explore/explore.hpp"
#include "dse/explore/structure/assembly.hpp"

namespace pom::dse::explore {

/// A schedule, and what its directives really make of the program.
struct Design {
  Schedule schedule;
  estimate::Qor qor;
  std::vector<DesignedUnit> units;  ///< none: the program as written, or built whole
  double predicted = 0;             ///< Exploration::predicted
  std::vector<transform::TrailStep> trail;
  std::int64_t port_banks = 0;

  Rated rated() const { return {qor.latency_average, qor.resources, qor.latency_average > 0}; }
};

struct DesignSearch {
  std::optional<Design> best;     ///< none: nothing fits, or nothing is faster than what was known before
  std::vector<ParetoPoint> seen;  ///< designs that were estimated and fit
};

/// Stage two: the best configurations of the units of an assembly, as directives. `known`: a design that has to be
/// beaten; then there need not be one when the time is over. `bound`: no design in these structures is faster. An
/// error: the whole program refuses the structures.
Result<DesignSearch> design_assembly(SearchContext&, const Assembly&, const Design* known, double bound);

}  // namespace pom::dse::explore
