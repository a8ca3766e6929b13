#pragma once
#include <optional>
#include <string>

#include "polyhedral/analysis/dependences.hpp"

namespace pom::poly {

/// A dependence that a schedule reverses, with one pair of instances as evidence.
struct Violation {
  const Dependence* dependence = nullptr;
  std::vector<std::int64_t> source, sink;  ///< iteration vectors over the loops as written
  std::vector<std::int64_t> element;       ///< the array element that both access
};

/// One dependence against the schedule of `scop`.
std::optional<Violation> find_violation(const Scop& scop, const Dependence&);

/// The one legality test: does the schedule of `scop` run every source before its sink? Null: legal.
std::optional<Violation> first_violated_dependence(const Scop& scop, const Dependences&);

}  // namespace pom::poly
