#pragma once
#include <stdexcept>

namespace pom::poly {

/// Thrown where a number does not fit into 64 bits that isl, which counts without limit, has found, or that expressions
/// of loops would need. Caught where the user's line is known.
struct NumberTooLarge : std::runtime_error {
  NumberTooLarge() : std::runtime_error("a number does not fit into 64 bits") {}
};

}  // namespace pom::poly
