#pragma once
#include <cstdint>

#include "run.hpp"

/// What the estimator says of random programs, against what holds for every estimate.
namespace pom::fuzz {

/// A random program under a random schedule (as written, where the schedule is refused), for two devices. Findings:
/// "estimate-number": a number is negative or not finite, or the mean latency is not between the least and the most;
/// "estimate-bound": an upper bound is below the estimate; "estimate-renamed": the estimate changes with the names of
/// arrays and loops; "estimate-clock": a longer clock period takes more cycles (counted, no defect); "estimate-banks":
/// twice as many banks of an array make a loop start less often; and, for one program in ten, "search-bound": the
/// search's design is faster than its bound, or slower than the program as written.
CaseResult judge_estimates(std::uint64_t seed);

}  // namespace pom::fuzz
