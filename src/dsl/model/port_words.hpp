#pragma once
#include <cstdint>

#include "dsl/model/function.hpp"
#include "dsl/model/number.hpp"

namespace pom::dsl {

/// Bits of the widest word of a bus.
inline constexpr std::int64_t most_word_bits = 512;

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

}  // namespace pom::dsl
