#pragma once
#include <mlir/Bytecode/BytecodeOpInterface.h>
#include <mlir/IR/Attributes.h>
#include <mlir/IR/BuiltinAttributes.h>
#include <mlir/IR/Dialect.h>
#include <mlir/IR/OpDefinition.h>
#include <mlir/IR/OpImplementation.h>
#include <mlir/Interfaces/SideEffectInterfaces.h>

#include "codegen/affine/PomDialect.h.inc"
#include "codegen/affine/PomEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "codegen/affine/PomAttributes.h.inc"
#define GET_OP_CLASSES
#include "codegen/affine/PomOps.h.inc"

namespace pom::ir {

/// The names under which the attributes are found.
inline constexpr const char* name_attribute = "pom.name";
inline constexpr const char* label_attribute = "pom.label";
inline constexpr const char* pipeline_attribute = "pom.pipeline";
inline constexpr const char* unroll_attribute = "pom.unroll";
inline constexpr const char* flatten_off_attribute = "pom.flatten_off";
inline constexpr const char* partition_attribute = "pom.partition";
inline constexpr const char* interface_attribute = "pom.interface";
inline constexpr const char* reshape_attribute = "pom.reshape";
inline constexpr const char* storage_attribute = "pom.storage";
inline constexpr const char* stream_attribute = "pom.stream";
inline constexpr const char* bind_op_attribute = "pom.bind_op";
inline constexpr const char* dependence_attribute = "pom.dependence";
inline constexpr const char* dataflow_attribute = "pom.dataflow";
inline constexpr const char* inline_off_attribute = "pom.inline_off";
inline constexpr const char* format_attribute = "pom.format";
/// On an argument of 32 bits, array<i64: low, high>: the caller promises a value of [low, high].
inline constexpr const char* range_attribute = "pom.range";
/// On an argument with a range: what estimates take it to be, where that is not the largest value.
inline constexpr const char* size_attribute = "pom.size";
/// On an argument without dimensions: in C++ it is the return value instead.
inline constexpr const char* returned_attribute = "pom.returned";
/// On an array argument, i64: elements of a word of its port, side by side in the last dimension.
inline constexpr const char* lanes_attribute = "pom.lanes";
/// Beside it, i64: arguments of the kernel that hand over a word together, at least 2.
inline constexpr const char* ports_attribute = "pom.ports";
inline constexpr const char* unsigned_attribute = "pom.unsigned";
inline constexpr const char* top_attribute = "pom.top";
/// On the top function: the tool may add floats in another order than the statements do, and is asked to.
inline constexpr const char* reorder_sums_attribute = "pom.reorder_sums";
inline constexpr const char* compute_attribute = "pom.compute";

/// How the elements of an array argument come where its port is a stream: one by one, or as beats of AXI4-Stream.
enum class StreamPort { none, elements, beats };
StreamPort stream_port_of(mlir::Value array);

}  // namespace pom::ir
