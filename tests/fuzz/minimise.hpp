#pragma once
#include <functional>

#include "oracle.hpp"

namespace pom::fuzz {

struct Minimised {
  Case made;
  Finding finding;
};

/// The findings of a case.
using Judge = std::function<std::vector<Finding>(const Case&)>;

/// The case with as much taken away as the kind of the finding allows. Tries are bounded: the result is the same every
/// time.
Minimised minimise(Case, Finding, const Judge&);
/// Judges in child processes, and executes HLS C++ only where the kind of the finding needs it.
Minimised minimise(Case, Finding);

}  // namespace pom::fuzz
