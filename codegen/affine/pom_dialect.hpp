#pragma once
#include <mlir/IR/Attributes.h>
#include <mlir/IR/Dialect.h>

#include "codegen/affine/PomDialect.h.inc"
#include "codegen/affine/PomEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "codegen/affine/PomAttributes.h.inc"

namespace pom::ir {

/// The names under which the attributes are found.
inline constexpr const char* name_attribute = "pom.name";
inline constexpr const char* label_attribute = "pom.label";
inline constexpr const char* pipeline_attribute = "pom.pipeline";
inline constexpr const char* unroll_attribute = "pom.unroll";
inline constexpr const char* partition_attribute = "pom.partition";
inline constexpr const char* interface_attribute = "pom.interface";
inline constexpr const char* unsigned_attribute = "pom.unsigned";
inline constexpr const char* top_attribute = "pom.top";
inline constexpr const char* compute_attribute = "pom.compute";

}  // namespace pom::ir
