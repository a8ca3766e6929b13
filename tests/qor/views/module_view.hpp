#pragma once
#include "codegen/affine/affine_module.hpp"
#include "view.hpp"

namespace pom::test {

/// Trips are counted by running through the loops; loops of nests that are too large for that are not `known`.
View view_of(const backend::AffineModule&);

}  // namespace pom::test
