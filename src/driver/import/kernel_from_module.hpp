#pragma once
#include <cstdint>
#include <map>
#include <string>

#include "codegen/affine/affine_module.hpp"
#include "dse/kernel/kernel.hpp"
#include "support/result.hpp"

namespace pom::driver {

/// What estimates take sizes to be, by the names of the top function's arguments; for others, the module says it.
using ChosenSizes = std::map<std::string, std::int64_t>;

/// Makes the estimator's input from a module that emit_kernel can print.
/// Errors: `unsupported-op` for a bound or a guard that depends on data, `bad-parameter` for a size that is not known.
Result<dse::Kernel> kernel_from_module(const backend::AffineModule&, const ChosenSizes& = {});

}  // namespace pom::driver
