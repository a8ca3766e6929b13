#include "codegen/hls/table_printer.hpp"

#include "codegen/affine/number_format.hpp"
#include "codegen/affine/pom_dialect.hpp"
#include "codegen/affine/table_contents.hpp"
#include "codegen/hls/table_text.hpp"
#include "codegen/hls/value_type.hpp"

namespace pom::backend {

namespace {

ir::FormatAttr format_of(mlir::memref::GetGlobalOp table) {
  return table->getAttrOfType<ir::FormatAttr>(ir::format_attribute);
}

Type type_of(mlir::memref::GetGlobalOp table) {
  if (const ir::FormatAttr format = format_of(table)) return backend::type_of(format);
  const mlir::Type element = table.getType().getElementType();
  const auto bits = static_cast<int>(element.getIntOrFloatBitWidth());
  if (element.isBF16()) return p_bfloat16;
  if (llvm::isa<mlir::FloatType>(element)) return {TypeKind::floating, bits};
  return table->hasAttr(ir::unsigned_attribute) ? p_uint(bits) : p_int(bits);
}

}  // namespace

ValueType table_element(mlir::memref::GetGlobalOp table) {
  return value_type(table.getType().getElementType(), table->hasAttr(ir::unsigned_attribute), format_of(table));
}

std::string table_text(mlir::memref::GetGlobalOp table, int indent) {
  const std::vector<dsl::Wide> bits = table_bits(contents_of(table));
  const auto bits_of = [&](std::int64_t n) { return bits[n]; };
  return table_text(type_of(table), table.getType().getShape().vec(), bits_of, indent);
}

}  // namespace pom::backend
