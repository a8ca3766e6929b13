#include "codegen/affine/number_format.hpp"

#include <array>

namespace pom::backend {

namespace {

constexpr std::array quantizations = {"truncate",       "truncate_zero", "round", "round_zero", "round_minus_infinity",
                                      "round_infinity", "round_even"};
constexpr std::array overflows = {"wrap", "saturate", "saturate_zero", "saturate_symmetric"};

/// The position of the word; the first one stands for "not said".
template <std::size_t count>
int index_of(const std::array<const char*, count>& words, mlir::StringAttr word) {
  for (std::size_t n = 0; word && n < count; ++n) {
    if (word.getValue() == words[n]) return static_cast<int>(n);
  }
  return 0;
}

}  // namespace

ir::FormatAttr format_of(const Type& type, mlir::MLIRContext& context) {
  const auto word = [&](const char* text) { return mlir::StringAttr::get(&context, text); };
  const ir::FormatKind kinds[] = {ir::FormatKind::sint,  ir::FormatKind::uint,  ir::FormatKind::ieee,
                                  ir::FormatKind::brain, ir::FormatKind::fixed, ir::FormatKind::ufixed};
  const bool quantizes = type.is_fixed() && type.quantization != Quantization::truncate;
  const bool saturates = type.is_fixed() && type.overflow != Overflow::wrap;
  return ir::FormatAttr::get(&context, kinds[static_cast<int>(type.kind)], type.bits, type.integer_bits,
                             quantizes ? word(quantizations[static_cast<int>(type.quantization)]) : nullptr,
                             saturates ? word(overflows[static_cast<int>(type.overflow)]) : nullptr);
}

Type type_of(ir::FormatAttr format) {
  const TypeKind kinds[] = {TypeKind::signed_integer, TypeKind::unsigned_integer, TypeKind::floating,
                            TypeKind::brain_floating, TypeKind::signed_fixed,     TypeKind::unsigned_fixed};
  Type type{kinds[static_cast<int>(format.getKind())], static_cast<int>(format.getBits())};
  type.integer_bits = static_cast<int>(format.getInteger());
  if (!type.is_fixed()) return type;
  type.quantization = static_cast<Quantization>(index_of(quantizations, format.getQuantization()));
  type.overflow = static_cast<Overflow>(index_of(overflows, format.getOverflow()));
  return type;
}

}  // namespace pom::backend

namespace pom::ir {

mlir::LogicalResult FormatAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> error, FormatKind kind,
                                       int64_t bits, int64_t integer, mlir::StringAttr quantization,
                                       mlir::StringAttr overflow) {
  const bool fixed = kind == FormatKind::fixed || kind == FormatKind::ufixed;
  const auto known = [](const auto& words, mlir::StringAttr word) {
    return !word || llvm::any_of(words, [&](const char* one) { return word.getValue() == one; });
  };
  if (kind == FormatKind::ieee && bits != 16 && bits != 32 && bits != 64)
    return error() << "a float has 16, 32 or 64 bits, not " << bits;
  if (kind == FormatKind::brain && bits != 16) return error() << "a bfloat16 has 16 bits, not " << bits;
  if (bits < 1 || bits > 128) return error() << "a number has 1 to 128 bits, not " << bits;
  // An integer with its width said twice is a number even where C++ has an integer of the width.
  if (!fixed && ((integer != 0 && integer != bits) || quantization || overflow))
    return error() << "only fixed point has modes and a point";
  if (integer < -128 || integer > 256) return error() << "a binary point at " << integer << " is too far away";
  if (!known(backend::quantizations, quantization)) return error() << "unknown quantization " << quantization;
  if (!known(backend::overflows, overflow)) return error() << "unknown overflow " << overflow;
  return mlir::success();
}

}  // namespace pom::ir
