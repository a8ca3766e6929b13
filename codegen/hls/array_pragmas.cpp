#include "codegen/hls/array_pragmas.hpp"

#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::vector<std::string> array_pragmas(const std::string& name, mlir::DictionaryAttr attributes, ArrayPlace place) {
  std::vector<std::string> pragmas;
  if (!attributes) return pragmas;
  const auto add_banks = [&](const char* attribute, auto print) {
    const auto banks = attributes.getAs<mlir::ArrayAttr>(attribute);
    if (!banks) return;
    for (const mlir::Attribute bank : banks) pragmas.push_back(print(name, llvm::cast<ir::PartitionAttr>(bank)));
  };
  add_banks(ir::partition_attribute, array_partition_pragma);
  add_banks(ir::reshape_attribute, array_reshape_pragma);
  if (place == ArrayPlace::argument) return pragmas;
  if (const auto storage = attributes.getAs<ir::StorageAttr>(ir::storage_attribute))
    pragmas.push_back(bind_storage_pragma(name, storage));
  return pragmas;
}

}  // namespace pom::backend
