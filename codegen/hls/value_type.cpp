#include "codegen/hls/value_type.hpp"

#include <mlir/IR/BuiltinTypes.h>

#include "codegen/affine/number_format.hpp"
#include "dsl/model/number.hpp"
#include "dsl/print/print_expression.hpp"

namespace pom::backend {

ValueType index_type(bool wide) { return {false, false, wide ? 64u : 32u}; }

ValueType value_type(mlir::Type type) {
  if (type.isIndex()) return index_type(false);
  ValueType result{llvm::isa<mlir::FloatType>(type), false, type.getIntOrFloatBitWidth()};
  result.brain = type.isBF16();
  const unsigned bits = result.bits;
  result.arbitrary = !result.floating && bits != 1 && bits != 8 && bits != 16 && bits != 32 && bits != 64;
  return result;
}

ValueType value_type(mlir::Type type, bool is_unsigned, ir::FormatAttr format) {
  if (format) return value_type(type_of(format));
  ValueType result = value_type(type);
  result.is_unsigned = is_unsigned;
  result.arbitrary = result.arbitrary || (!result.floating && result.bits == 1);
  return result;
}

ValueType value_type(const Type& type) {
  ValueType result{type.is_float(), !type.is_signed(), static_cast<unsigned>(type.bits)};
  result.brain = type.kind == TypeKind::brain_floating;
  result.arbitrary = dsl::is_number(type);
  if (!type.is_fixed()) return result;
  // "ap_fixed<16, 8, AP_RND>": what stands behind the width.
  const std::string text = dsl::cpp_type(type);
  const std::size_t comma = text.find(", ");
  result.fixed_point = text.substr(comma + 2, text.size() - comma - 3);
  return result;
}

}  // namespace pom::backend
