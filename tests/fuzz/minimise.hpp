#pragma once
#include "oracle.hpp"

namespace pom::fuzz {

struct Minimised {
  Case made;
  Finding finding;
};

/// The case with as much taken away as the kind of the finding allows. Tries are bounded: the result is the same every
/// time.
Minimised minimise(Case, Finding);

}  // namespace pom::fuzz
