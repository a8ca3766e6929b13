#pragma once
#include <mlir/IR/Operation.h>

#include "dse/kernel/kernel.hpp"

namespace pom::driver {

/// What an operation of arith, math or pom computes, in the words of estimates; OpKind::unknown where they have none.
dse::OpKind kind_of(mlir::Operation&);

}  // namespace pom::driver
