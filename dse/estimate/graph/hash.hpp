#pragma once
#include <cstdint>

#include "dse/estimate/graph/linear.hpp"

namespace pom::dse::estimate {

inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdULL;
}

inline std::uint64_t hash_of(int array, const Linear* indices, std::size_t rank) {
  std::uint64_t hash = mix(0, static_cast<std::uint64_t>(array));
  for (std::size_t d = 0; d < rank; ++d) {
    hash = mix(hash, static_cast<std::uint64_t>(indices[d].constant));
    for (int n = 0; n < indices[d].count; ++n) {
      const auto& term = indices[d].terms[n];
      hash = mix(mix(hash, static_cast<std::uint64_t>(term.loop)), static_cast<std::uint64_t>(term.coefficient));
    }
  }
  return hash;
}

}  // namespace pom::dse::estimate
