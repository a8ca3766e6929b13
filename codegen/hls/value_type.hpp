#pragma once
#include <mlir/IR/Types.h>

#include "codegen/affine/pom_dialect.hpp"
#include "codegen/hls/expression_text.hpp"
#include "dsl/model/expr_node.hpp"

/// The C++ types of values.
namespace pom::backend {

/// The type of an index; `wide`: a long long.
ValueType index_type(bool wide);
/// The type of a value that gets a variable of its own.
ValueType value_type(mlir::Type);
/// The type of an argument or of an array's elements: its pom attributes tell more of the bits.
ValueType value_type(mlir::Type, bool is_unsigned, ir::FormatAttr);
ValueType value_type(const Type&);

}  // namespace pom::backend
