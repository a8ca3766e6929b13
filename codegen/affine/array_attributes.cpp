#include "codegen/affine/array_attributes.hpp"

#include "codegen/affine/number_format.hpp"
#include "codegen/affine/pom_dialect.hpp"
#include "dsl/model/ports.hpp"

namespace pom::backend {

namespace {

using Attributes = llvm::SmallVector<mlir::NamedAttribute>;

Attributes name_and_sign(const std::string& name, const Type& type, mlir::Builder& builder) {
  Attributes attributes = {builder.getNamedAttr(ir::name_attribute, builder.getStringAttr(name))};
  if (type.kind == TypeKind::unsigned_integer)
    attributes.push_back(builder.getNamedAttr(ir::unsigned_attribute, builder.getUnitAttr()));
  if (type.is_fixed())
    attributes.push_back(builder.getNamedAttr(ir::format_attribute, format_of(type, *builder.getContext())));
  return attributes;
}

void add_banks(const poly::LoopTree& tree, int array, poly::Banking banking, const char* name, mlir::Builder& builder,
               Attributes& attributes) {
  llvm::SmallVector<mlir::Attribute> banks;
  for (const poly::PartitionMark& mark : tree.hardware.partitions) {
    if (mark.array != array || mark.banking != banking) continue;
    const auto kind = static_cast<ir::PartitionKind>(static_cast<int>(mark.kind));
    banks.push_back(ir::PartitionAttr::get(builder.getContext(), mark.dimension + 1, kind, mark.factor));
  }
  if (!banks.empty()) attributes.push_back(builder.getNamedAttr(name, builder.getArrayAttr(banks)));
}

}  // namespace

Attributes iterator_attributes(const poly::PassedIterator& passed, mlir::Builder& builder) {
  // Most iterations are as the first one.
  return {builder.getNamedAttr(ir::name_attribute, builder.getStringAttr(passed.name)),
          builder.getNamedAttr(ir::range_attribute, builder.getDenseI64ArrayAttr({passed.low, passed.high})),
          builder.getNamedAttr(ir::size_attribute, builder.getI64IntegerAttr(passed.low))};
}

Attributes scalar_attributes(const poly::LoopTree& tree, int scalar, mlir::Builder& builder) {
  const dsl::Scalar& declared = *tree.program->scalars[scalar];
  Attributes attributes = name_and_sign(declared.name, declared.type, builder);
  if (declared.is_parameter())
    attributes.push_back(builder.getNamedAttr(
        ir::range_attribute, builder.getDenseI64ArrayAttr({declared.range->low, declared.range->high})));
  if (declared.is_parameter() && declared.size)
    attributes.push_back(builder.getNamedAttr(ir::size_attribute, builder.getI64IntegerAttr(*declared.size)));
  return attributes;
}

Attributes array_attributes(const poly::LoopTree& tree, int array, mlir::Builder& builder) {
  const dsl::Array& declared = *tree.program->arrays[array];
  Attributes attributes = name_and_sign(declared.name, declared.type, builder);
  if (declared.lanes > 1)
    attributes.push_back(builder.getNamedAttr(ir::lanes_attribute, builder.getI64IntegerAttr(declared.lanes)));
  if (declared.ports > 1)
    attributes.push_back(builder.getNamedAttr(ir::ports_attribute, builder.getI64IntegerAttr(declared.ports)));
  if (declared.returned) attributes.push_back(builder.getNamedAttr(ir::returned_attribute, builder.getUnitAttr()));
  add_banks(tree, array, poly::Banking::partition, ir::partition_attribute, builder, attributes);
  add_banks(tree, array, poly::Banking::reshape, ir::reshape_attribute, builder, attributes);
  for (const poly::StorageMark& mark : tree.hardware.storages) {
    if (mark.array != array) continue;
    attributes.push_back(builder.getNamedAttr(
        ir::storage_attribute, ir::StorageAttr::get(builder.getContext(), builder.getStringAttr(mark.type),
                                                    builder.getStringAttr(mark.implementation), mark.latency)));
  }
  if (const poly::StreamMark* mark = tree.hardware.find_stream(array))
    attributes.push_back(builder.getNamedAttr(ir::stream_attribute,
                                              ir::StreamAttr::get(builder.getContext(), mark->depth, mark->lanes)));
  // Processes read and write a stream as the top function does.
  const poly::PortMark* port = tree.hardware.find_port(declared.name);
  if (port && dsl::is_stream_mode(port->mode))
    attributes.push_back(builder.getNamedAttr(ir::interface_attribute, port_attribute(tree, port->port, builder)));
  return attributes;
}

mlir::Attribute port_attribute(const poly::LoopTree& tree, const std::string& port, mlir::Builder& builder) {
  const poly::PortMark* mark = tree.hardware.find_port(port);
  if (!mark) return nullptr;
  const mlir::StringAttr bundle = mark->bundle.empty() ? nullptr : builder.getStringAttr(mark->bundle);
  return ir::InterfaceAttr::get(builder.getContext(), *ir::symbolizeInterfaceMode(mark->mode), bundle);
}

void name_interfaces(const poly::LoopTree& tree, mlir::func::FuncOp top, mlir::Builder& builder) {
  for (unsigned n = 0; n < top.getNumArguments(); ++n) {
    const auto name = top.getArgAttrOfType<mlir::StringAttr>(n, ir::name_attribute);
    mlir::Attribute interface = port_attribute(tree, name.str(), builder);
    const auto array = llvm::dyn_cast<mlir::MemRefType>(top.getArgumentTypes()[n]);
    const bool is_wire = top.getArgAttr(n, ir::returned_attribute) != nullptr;
    if (!interface && array && !is_wire) {
      // What has no dimension is no memory but a wire, and says when it holds the result.
      const auto mode = array.getRank() == 0 ? ir::InterfaceMode::ap_vld : ir::InterfaceMode::ap_memory;
      interface = ir::InterfaceAttr::get(builder.getContext(), mode, nullptr);
    }
    if (interface) top.setArgAttr(n, ir::interface_attribute, interface);
  }
}

}  // namespace pom::backend
