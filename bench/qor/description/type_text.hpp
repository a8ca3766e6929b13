#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "dse/kernel/number_type.hpp"

namespace pom::dse::qor {

struct DeclaredType {
  NumberType element;
  std::vector<std::int64_t> shape;  ///< -1: "[*]"
  bool stream = false;
};

/// "f32", "u256[*]", "fx24.8sr[256][64]" (width, integer bits, saturates, rounds), "stream<f32>[10][1]", "half".
/// Throws Unsupported.
DeclaredType parse_type(std::string_view text);

}  // namespace pom::dse::qor
