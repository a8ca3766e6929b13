#pragma once
#include <cstdint>

#include "run.hpp"

namespace pom::fuzz {

/// A random program under a random schedule with one to four mistakes: names, numbers, types, levels and kinds that
/// nobody should write, and somebody will.
Case make_mistaken(std::uint64_t seed);

/// Compiles it; some are executed or explored. Whatever it is, it must be accepted, or refused by errors that each have
/// a code and a line. Findings: "no-line", "no-code", "exception"; crashes and timeouts end the process.
CaseResult judge_mistaken(std::uint64_t seed);

}  // namespace pom::fuzz
