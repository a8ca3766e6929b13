#pragma once
#include "polyhedral/analysis/legality.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// An illegal schedule: the directive to blame, the program before it, and what it violates.
struct Refusal {
  std::size_t directive = 0;  ///< in the schedule
  const Scop& as_written;
  Scop before;
  Violation violation;
};

/// `illegal-interchange`, `illegal-tile` …: the instances, the array, the distance, the loop order, and a help that was
/// tried.
Diagnostic explain(const Refusal&, const Schedule&, const Dependences&);

/// The code of an illegal order that such a directive makes: `illegal-tile` of a tile.
std::string code_of_illegal(const Primitive&);

/// "s[0] writes A[1] which t[2] reads"
std::string access_verbs(const Violation&, const Scop&);

}  // namespace pom::poly
