#pragma once
#include <string>
#include <vector>

#include "codegen/affine/affine_module.hpp"

namespace pom::backend {

/// The names of the passes that make an affine module executable on this machine, in their order.
std::vector<std::string> lowering_passes();

/// The module as text after the named pass, which must be one of lowering_passes().
std::string text_after(const AffineModule&, const std::string& pass);

}  // namespace pom::backend
