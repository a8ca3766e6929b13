#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "dse/explore/unit_space.hpp"
#include "dse/search/nest_program.hpp"
#include "dse/search/transform.hpp"

namespace pom::dse {

/// One structure of one nest (stage one's choice), with the choices for its units.
struct NestDesign {
  TransformResult structure;
  Kernel kernel;
  std::vector<Unit> units;
  std::vector<std::unique_ptr<UnitSpace>> spaces;  ///< one per unit
  std::vector<UnitSpace::Search> fastest;          ///< one per unit, the rest of the nest as written
  double latency = 0;                              ///< with all units at their fastest, about
  double bound = 0;                                ///< no choice is faster
  bool exhaustive = true;
  bool feasible = false;
};

/// Nothing where the structure cannot be generated.
std::unique_ptr<NestDesign> design_nest(const NestProgram&, const TransformResult&, const Target&, const Limits&,
                                        long budget);

}  // namespace pom::dse
