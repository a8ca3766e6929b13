#include "codegen/hls/stored_text.hpp"

#include <mlir/Dialect/Arith/IR/Arith.h>

#include "codegen/affine/number_format.hpp"
#include "dsl/model/number.hpp"

namespace pom::backend {

namespace {

/// Whether C++ assigns a number of the type to an element as the conversion would: the 16-bit floats are classes that
/// know no other class, and the vendor's integers convert only their low 64 bits.
bool assigns(const Type& from, const ValueType& element) {
  return !element.floating || (element.bits > 16 && !dsl::loses_high_bits(from));
}

Text print_stored(mlir::Value stored, mlir::Value array, const Names& names, ValuePrinter& values) {
  mlir::Operation* last = stored.getDefiningOp();
  const ValueType element = names.types.lookup(array);
  const bool converts =
      last && last->getNumOperands() == 1 && !names.temporaries.contains(stored) &&
      (last->getName().getStringRef() == "arith.truncf" || last->getName().getStringRef() == "arith.extf" ||
       last->getName().getStringRef() == "arith.trunci");
  if (converts) return values.print(last->getOperand(0));
  if (auto number = llvm::dyn_cast_or_null<ir::NumberOp>(last);
      number && number.getKind() == "cast" && !names.temporaries.contains(stored)) {
    const Text operand = values.print(number.getOperands()[0]);
    const Text converted = values.print(stored);
    const bool by_itself = assigns(type_of(llvm::cast<ir::FormatAttr>(number.getFormats()[0])), element);
    if (operand.type.arbitrary && converted.type == element && by_itself) return operand;
  }
  const Text value = values.print(stored);
  if (value.type.arbitrary || element.arbitrary) return cast_to(value, element);
  return value.type.floating == element.floating ? value : cast_to(value, element);
}

}  // namespace

std::string stored_text(mlir::Value stored, mlir::Value array, const Names& names, ValuePrinter& values) {
  return print_stored(stored, array, names, values).text;
}

}  // namespace pom::backend
