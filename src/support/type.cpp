#include <pom/type.hpp>

namespace pom {

namespace {

const char* name_of(Quantization mode) {
  switch (mode) {
    case Quantization::truncate:
      return "truncate";
    case Quantization::truncate_zero:
      return "truncate_zero";
    case Quantization::round:
      return "round";
    case Quantization::round_zero:
      return "round_zero";
    case Quantization::round_minus_infinity:
      return "round_minus_infinity";
    case Quantization::round_infinity:
      return "round_infinity";
    case Quantization::round_even:
      return "round_even";
  }
  return "?";
}

const char* name_of(Overflow mode) {
  switch (mode) {
    case Overflow::wrap:
      return "wrap";
    case Overflow::saturate:
      return "saturate";
    case Overflow::saturate_zero:
      return "saturate_zero";
    case Overflow::saturate_symmetric:
      return "saturate_symmetric";
  }
  return "?";
}

bool is_native(const Type& type) { return type.bits == 8 || type.bits == 16 || type.bits == 32 || type.bits == 64; }

}  // namespace

std::string to_string(const Type& type) {
  const std::string width = std::to_string(type.bits);
  const std::string sign = type.is_signed() ? "" : "u";
  if (type.kind == TypeKind::brain_floating) return "p_bfloat16";
  if (type.is_float()) return type.bits == 16 ? "p_half" : "p_float" + width;
  if (!type.is_fixed()) return is_native(type) ? "p_" + sign + "int" + width : "p_" + sign + "int(" + width + ")";
  std::string text = "p_" + sign + "fixed(" + width + ", " + std::to_string(type.integer_bits);
  const bool wraps = type.overflow == Overflow::wrap;
  if (type.quantization != Quantization::truncate || !wraps)
    text += std::string(", Quantization::") + name_of(type.quantization);
  if (!wraps) text += std::string(", Overflow::") + name_of(type.overflow);
  return text + ")";
}

}  // namespace pom
