#include "driver/import/array_import.hpp"

#include <mlir/Dialect/MemRef/IR/MemRef.h>

#include "codegen/affine/number_format.hpp"
#include "codegen/affine/word_access.hpp"
#include "dse/kernel/value_builder.hpp"
#include "dsl/model/ports.hpp"

namespace pom::driver {

namespace {

namespace ir = pom::ir;
using dse::Array;
using dse::NumberType;

NumberType element_type(mlir::Type type, mlir::DictionaryAttr attributes) {
  if (const auto format = attributes.getAs<ir::FormatAttr>(ir::format_attribute))
    return dse::number_type(backend::type_of(format));
  if (type.isBF16()) return {NumberType::Kind::floating, 16, true, 8, false, false};
  const int bits = static_cast<int>(type.getIntOrFloatBitWidth());
  if (llvm::isa<mlir::FloatType>(type)) return dse::float_type(bits);
  return dse::integer_type(bits, !attributes.contains(ir::unsigned_attribute));
}

void add_banks(mlir::DictionaryAttr attributes, const char* name, bool reshape, Array& array) {
  const auto list = attributes.getAs<mlir::ArrayAttr>(name);
  if (!list) return;
  for (const mlir::Attribute entry : list) {
    const auto cut = llvm::cast<ir::PartitionAttr>(entry);
    array.banking.resize(array.shape.size());
    dse::Banking& banking = array.banking.at(static_cast<std::size_t>(cut.getDimension() - 1));
    banking.kind = cut.getKind() == ir::PartitionKind::cyclic  ? dse::BankingKind::cyclic
                   : cut.getKind() == ir::PartitionKind::block ? dse::BankingKind::block
                                                               : dse::BankingKind::complete;
    banking.factor = cut.getFactor();
    banking.reshape = reshape;
  }
}

/// A FIFO has no shape but its lanes, whatever the shape of the array that it replaces.
void make_stream(ir::StreamAttr mark, Array& array) {
  array.stream = true;
  array.depth = static_cast<int>(mark.getDepth());
  array.shape.clear();
  for (const std::int64_t lanes : mark.getLanes()) {
    if (lanes > 1) array.shape.push_back(lanes);
  }
  array.banking.clear();
}

void declare(mlir::Value value, mlir::DictionaryAttr attributes, Array::Role role, ImportedFunction& into) {
  Array array;
  const std::size_t number = into.function.arrays.size();
  const auto name = attributes.getAs<mlir::StringAttr>(ir::name_attribute);
  const char* otherwise = role == Array::Role::argument ? "arg" : role == Array::Role::local ? "local" : "table";
  array.name = name ? name.str() : otherwise + std::to_string(number);
  array.role = role;
  const auto memory = llvm::dyn_cast<mlir::MemRefType>(value.getType());
  array.element = element_type(memory ? memory.getElementType() : value.getType(), attributes);
  if (memory) array.shape.assign(memory.getShape().begin(), memory.getShape().end());
  if (memory && array.shape.empty()) array.shape.push_back(1);  // "x[1]" in C++
  add_banks(attributes, ir::partition_attribute, false, array);
  add_banks(attributes, ir::reshape_attribute, true, array);
  if (const auto lanes = attributes.getAs<mlir::IntegerAttr>(ir::lanes_attribute)) {
    array.banking.resize(array.shape.size());
    array.banking.back() = {dse::BankingKind::cyclic, lanes.getInt(), /*reshape=*/true};
  }
  if (const auto storage = attributes.getAs<ir::StorageAttr>(ir::storage_attribute)) {
    array.storage_type = storage.getMemory().str();
    array.storage = storage.getResource() == "auto" ? "" : storage.getResource().str();
    array.storage_latency = static_cast<int>(storage.getLatency());
  }
  if (const auto stream = attributes.getAs<ir::StreamAttr>(ir::stream_attribute)) {
    into.streams[value] = stream;
    make_stream(stream, array);
  }
  if (const auto port = attributes.getAs<ir::InterfaceAttr>(ir::interface_attribute))
    array.port.mode = stringifyInterfaceMode(port.getMode()).str();
  into.arrays[value] = static_cast<int>(number);
  into.function.arrays.push_back(std::move(array));
}

}  // namespace

void import_arrays(mlir::func::FuncOp function, ImportedFunction& into) {
  for (unsigned n = 0; n < function.getNumArguments(); ++n) {
    into.function.parameters.push_back(static_cast<int>(n));
    const mlir::DictionaryAttr attributes = function.getArgAttrDict(n);  // null: the argument has none
    declare(function.getArgument(n), attributes ? attributes : mlir::DictionaryAttr::get(function.getContext()),
            Array::Role::argument, into);
  }
  for (auto local : function.getOps<mlir::memref::AllocOp>())
    declare(local, local->getDiscardableAttrDictionary(), Array::Role::local, into);
  for (auto table : function.getOps<mlir::memref::GetGlobalOp>())
    declare(table, table->getDiscardableAttrDictionary(), Array::Role::constant, into);
  function.walk([&](mlir::memref::AllocOp local) {  // in the bodies of loops that are regions
    if (local->getParentOp() != function)
      declare(local, local->getDiscardableAttrDictionary(), Array::Role::local, into);
  });
}

void add_ports(mlir::func::FuncOp function, dse::Function& top) {
  for (unsigned n = 0; n < function.getNumArguments(); ++n) {
    dse::Port& port = top.arrays[n].port;
    const auto memory = llvm::dyn_cast<mlir::MemRefType>(function.getArgument(n).getType());
    // What has no dimension is no memory but a wire, and says when it holds the result.
    if (memory) port.mode = memory.getRank() == 0 ? "ap_vld" : "ap_memory";
    const auto asked = function.getArgAttrOfType<ir::InterfaceAttr>(n, ir::interface_attribute);
    if (!asked) continue;
    port.mode = stringifyInterfaceMode(asked.getMode()).str();
    port.bundle = dsl::bundle_name(port.mode, asked.getBundle() ? asked.getBundle().str() : "");
    port.masters = static_cast<int>(ir::ports_of(function.getArgument(n)));
  }
}

}  // namespace pom::driver
