#pragma once
#include <memory>
#include <string>

#include "dsl/function.hpp"

namespace pom::driver {

/// A smaller instance of a program.
struct Reduction {
  std::shared_ptr<dsl::Function> program;
  std::string changes;  ///< "i 4096 → 40, k 4096 → 18"
};

/// Clips the constant ends of loops so that at most about `budget` instances remain, and shrinks the arrays to what is
/// still accessed. A part of the iterations is a valid program for the same schedule, since its dependences are among
/// the original ones. Trip counts keep their remainder by the factors that the schedule splits their loop by, so that
/// full and partial tiles stay. Loops of equal bounds are clipped alike.
Reduction reduce(const dsl::Function& program, std::int64_t budget);

}  // namespace pom::driver
