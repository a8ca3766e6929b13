#pragma once
#include <string>
#include <vector>

#include "codegen/affine/affine_module.hpp"
#include "driver/import/kernel_from_module.hpp"
#include "dse/devices/tables/target.hpp"
#include "support/result.hpp"
#include "tools/opt_arguments.hpp"

namespace pom::tools {

struct ModuleEstimate {
  std::string text;                  ///< lines for people, or one JSON object
  std::vector<Diagnostic> warnings;  ///< `over-device`
};

/// What the vendor's tool is expected to report for the module.
Result<ModuleEstimate> estimate_module(const backend::AffineModule&, const dse::devices::Device&, const OptArguments&);

}  // namespace pom::tools
