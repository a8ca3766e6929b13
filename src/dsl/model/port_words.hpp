#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dsl/model/function.hpp"
#include "dsl/model/number.hpp"
#include "support/words.hpp"

namespace pom::dsl {

/// Bits of the widest word that a port of a bus hands over.
inline constexpr std::int64_t most_word_bits = 512;

/// Ports of one argument: as many as an HBM stack has pseudo-channels (AMD UG1393).
inline constexpr std::int64_t most_ports = 32;

/// C++ lays elements of the type out side by side, as memory has them.
inline bool has_word_layout(const Type& type) {
  const bool native = type.is_float() ? type.kind == TypeKind::floating : !is_number(type);
  return native && (type.bits == 8 || type.bits == 16 || type.bits == 32 || type.bits == 64);
}

/// Rows of the array may be words of several elements at its port, padded or not.
inline bool may_have_words(const Array& array) {
  return array.is_argument() && !array.returned && !array.shape.empty() && array.extents.empty() &&
         has_word_layout(array.type);
}

/// What the argument, or its bundle, is called at each of its ports: as itself at a single one, "A_0" and "A_1" at two.
inline std::vector<std::string> port_names(const std::string& name, std::int64_t ports) {
  if (ports == 1) return {name};
  std::vector<std::string> names;
  for (std::int64_t n = 0; n < ports; ++n) names.push_back(join_names({name, std::to_string(n)}));
  return names;
}

}  // namespace pom::dsl
