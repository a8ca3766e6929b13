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

/// The structure's loops and units; nothing where it cannot be generated. Works on the nest's isl objects: one thread
/// at a time.
std::unique_ptr<NestDesign> prepare_nest(const NestProgram&, const TransformResult&);

/// Finds the units' fastest choices, with at most `budget` estimates for each. Different designs may be searched at the
/// same time.
void search_nest(NestDesign&, const Target&, const Limits&, long budget, SearchWatch&);

}  // namespace pom::dse
