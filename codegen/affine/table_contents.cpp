#include "codegen/affine/table_contents.hpp"

#include "dsl/execute/table.hpp"

namespace pom::backend {

namespace {

llvm::APInt bits_at(const dsl::Array& table, std::int64_t position) {
  const auto bits = static_cast<std::uint64_t>(dsl::element_bits(table, position));  // tables' elements have at most 64
  return llvm::APInt(64, bits).zextOrTrunc(static_cast<unsigned>(table.type.bits));
}

dsl::Wide wide(const llvm::APInt& bits) {
  const llvm::APInt all = bits.zextOrTrunc(128);
  return static_cast<dsl::Wide>(static_cast<unsigned __int128>(all.extractBitsAsZExtValue(64, 64)) << 64 |
                                all.extractBitsAsZExtValue(64, 0));
}

}  // namespace

mlir::DenseElementsAttr table_contents(const dsl::Array& table, mlir::MemRefType type) {
  const auto shape = mlir::RankedTensorType::get(type.getShape(), type.getElementType());
  std::vector<llvm::APInt> bits;
  for (std::int64_t n = 0; n < table.elements(); ++n) bits.push_back(bits_at(table, n));
  auto real = llvm::dyn_cast<mlir::FloatType>(type.getElementType());
  if (!real) return mlir::DenseElementsAttr::get(shape, llvm::ArrayRef<llvm::APInt>(bits));
  std::vector<llvm::APFloat> values;
  for (const llvm::APInt& element : bits) values.emplace_back(real.getFloatSemantics(), element);
  return mlir::DenseElementsAttr::get(shape, llvm::ArrayRef<llvm::APFloat>(values));
}

std::vector<dsl::Wide> table_bits(mlir::DenseElementsAttr contents) {
  std::vector<dsl::Wide> bits;
  bits.reserve(contents.getNumElements());
  if (llvm::isa<mlir::FloatType>(contents.getElementType())) {
    for (const llvm::APFloat& value : contents.getValues<llvm::APFloat>()) bits.push_back(wide(value.bitcastToAPInt()));
  } else {
    for (const llvm::APInt& value : contents.getValues<llvm::APInt>()) bits.push_back(wide(value));
  }
  return bits;
}

mlir::DenseElementsAttr contents_of(mlir::memref::GetGlobalOp table) {
  auto module = table->getParentOfType<mlir::ModuleOp>();
  auto global = module ? module.lookupSymbol<mlir::memref::GlobalOp>(table.getName()) : nullptr;
  if (!global || !global.getConstant() || global.getType() != table.getType()) return nullptr;
  return llvm::dyn_cast_or_null<mlir::DenseElementsAttr>(global.getInitialValueAttr());
}

}  // namespace pom::backend
