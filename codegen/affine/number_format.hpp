#pragma once
#include "codegen/affine/pom_dialect.hpp"
#include "dsl/model/expr_node.hpp"

namespace pom::backend {

/// A type as an attribute, and back.
ir::FormatAttr format_of(const Type&, mlir::MLIRContext&);
Type type_of(ir::FormatAttr);

}  // namespace pom::backend
