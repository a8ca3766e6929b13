#pragma once
#include <string>

namespace pom {

enum class TypeKind { signed_integer, unsigned_integer, floating };

/// An element type: its kind and its width in bits.
struct Type {
  TypeKind kind = TypeKind::floating;
  int bits = 32;

  friend constexpr bool operator==(const Type&, const Type&) = default;
  constexpr bool is_float() const { return kind == TypeKind::floating; }
  constexpr bool is_signed() const { return kind != TypeKind::unsigned_integer; }
};

inline constexpr Type p_int8{TypeKind::signed_integer, 8};
inline constexpr Type p_int16{TypeKind::signed_integer, 16};
inline constexpr Type p_int32{TypeKind::signed_integer, 32};
inline constexpr Type p_int64{TypeKind::signed_integer, 64};
inline constexpr Type p_uint8{TypeKind::unsigned_integer, 8};
inline constexpr Type p_uint16{TypeKind::unsigned_integer, 16};
inline constexpr Type p_uint32{TypeKind::unsigned_integer, 32};
inline constexpr Type p_uint64{TypeKind::unsigned_integer, 64};
inline constexpr Type p_float32{TypeKind::floating, 32};
inline constexpr Type p_float64{TypeKind::floating, 64};

/// The DSL's spelling: "p_float32".
std::string to_string(const Type&);

}  // namespace pom
