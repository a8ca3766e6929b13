#pragma once
#include <cstdio>
#include <cstdlib>

namespace pom::fuzz {

/// Ends the run as a crash would, so that libFuzzer keeps the input.
inline void require(bool holds, const char* property) {
  if (holds) return;
  std::fprintf(stderr, "property violated: %s\n", property);
  std::abort();
}

}  // namespace pom::fuzz
