#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

enum class Direction { less, equal, greater, any };  ///< <, =, >, *: sign of the distance's entry (POM, section II-A)

/// The distance (sink iteration - source iteration) of a dependence, over the loops that source and sink share in the
/// program as written (all loops when they are the same statement), outermost first.
struct DistanceSet {
  int shared_loops = 0;
  bool uniform = false;                            ///< `vectors` lists every distance; else only `relation` is exact
  std::vector<std::vector<std::int64_t>> vectors;  ///< lexicographically sorted; at most 64
  std::vector<std::vector<Direction>> directions;  ///< uniform: one per vector; else one summary
  std::vector<int> carriers;  ///< levels of the loops that carry some instance; shared_loops: loop-independent
  std::string relation;       ///< isl text of the exact relation
};

DistanceSet distances(const Dependence&, const Scop&);
DistanceSet distances(const Dependence&, const Scop&, StepPool&);

/// isl's steps for the distances of all dependences of a program.
constexpr unsigned long all_distance_steps = 300'000;

/// "(1,-1)"
std::string to_string(const std::vector<std::int64_t>& distance);
/// "(<,>)"
std::string to_string(const std::vector<Direction>& direction);

}  // namespace pom::poly
