#pragma once
#include <string>

#include "codegen/affine/affine_module.hpp"
#include "driver/import/kernel_from_module.hpp"
#include "dse/devices/tables/target.hpp"
#include "support/result.hpp"

namespace pom::tools {

bool is_pass(const std::string& name);

/// The passes that --dump-after knows, a line each.
std::string describe_passes();

/// Tells whether the pass works on the estimator's view of the module, not on the module.
bool is_estimate_pass(const std::string& name);

/// What is there after the pass, as text.
Result<std::string> dump_after(const std::string& pass, const backend::AffineModule&, const dse::devices::Target&,
                               const driver::ChosenSizes&);

}  // namespace pom::tools
