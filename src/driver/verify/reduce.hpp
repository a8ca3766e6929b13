#pragma once
#include <memory>
#include <string>

#include "dsl/model/function.hpp"

namespace pom::driver {

/// A smaller instance of a program.
struct Reduction {
  std::shared_ptr<dsl::Function> program;
  std::string changes;  ///< "i 4096 → 40, k 4096 → 18"
};

/// Whether the constants in lower bounds, indices and guards that speak of a loop's end follow the end (a loop that
/// descends from N - 1), or stay as they are.
enum class Constants { move, keep };

/// Whether ends that lie near each other (an image's, and what windows leave of it) are clipped to one number, or by
/// one number, so that a chain of windows finds all that it reads; or ends that are multiples of others stay so, so
/// that pictures of half the size find theirs.
enum class NearEnds { meet, keep_distance, keep_ratio };

/// Clips the constant ends of loops so that at most about `budget` instances remain, and shrinks the arrays to what is
/// still accessed. A part of the iterations is a valid program for the same schedule, since its dependences are among
/// the original ones. Trip counts keep their remainder by the factors that the schedule splits their loop by, so that
/// full and partial tiles stay. Loops of equal bounds are clipped alike. With moved constants the program is the same
/// one at another size, as its author would write it; that the schedule is legal for it has to be seen.
Reduction reduce(const dsl::Function& program, std::int64_t budget, Constants = Constants::keep,
                 NearEnds = NearEnds::meet);

}  // namespace pom::driver
