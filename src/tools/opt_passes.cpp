#include "tools/opt_passes.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "codegen/execute/lowering_text.hpp"
#include "dse/estimate/frontend/prepare.hpp"

namespace pom::tools {

namespace {

using Described = std::pair<const char*, const char*>;

constexpr std::array<Described, 26> descriptions = {{
    {"parse", "the module as it was read and verified"},
    {"drop-hardware", "without the pom attributes, which say nothing about values"},
    {"lower-numbers", "pom.number as calls of the library's arithmetic"},
    {"round-small-floats", "16-bit floats computed in 32 bits and rounded, each by itself"},
    {"affine-to-scf", "affine loops and accesses as scf and memref"},
    {"scf-to-cf", "loops as branches"},
    {"math-to-libm", "functions as calls of libm"},
    {"math-to-llvm", "the other functions"},
    {"expand-arith", "operations that LLVM does not have"},
    {"arith-to-llvm", "arithmetic"},
    {"cf-to-llvm", "branches"},
    {"memref-to-llvm", "arrays as pointers"},
    {"func-to-llvm", "functions"},
    {"reconcile-casts", "the module that LLVM's JIT compiles to verify a design"},
    {"import", "the estimator's view: loops, branches, assignments, arrays with their banks and ports"},
    {"share-arrays", "arguments and the parameters they are passed to have the same banks, port and stream"},
    {"inline-calls", "small functions in their callers"},
    {"mark-internal", "which arguments are memories of the design"},
    {"single-elements", "arrays of one element as variables"},
    {"divide-ports", "a port of a shared memory for each process that reads it"},
    {"single-trips", "loops that run once are gone"},
    {"pipeline-loops", "which loops the tool pipelines by itself, and what it unrolls inside"},
    {"finished-sums", "sums that are kept in a register while a loop runs"},
    {"split-arrays", "arrays that become registers"},
    {"cut-arrays", "banks that the tool adds by itself"},
    {"share-cut-arrays", "the same banks in callers and callees: what the estimate schedules"},
}};

}  // namespace

bool is_pass(const std::string& name) {
  return std::any_of(descriptions.begin(), descriptions.end(), [&](const Described& one) { return name == one.first; });
}

bool is_estimate_pass(const std::string& name) {
  const std::vector<std::string> passes = dse::estimate::prepare_passes();
  return name == "import" || std::find(passes.begin(), passes.end(), name) != passes.end();
}

std::string describe_passes() {
  std::string text;
  const auto add = [&](bool of_estimates) {
    for (const auto& [name, description] : descriptions) {
      if (is_estimate_pass(name) != of_estimates) continue;
      std::string line = std::string("  ") + name;
      line.resize(23, ' ');
      text += line + description + "\n";
    }
  };
  text += "passes on the way to executing the module here:\n";
  add(false);
  text += "passes of the estimate's front end:\n";
  add(true);
  return text;
}

Result<std::string> dump_after(const std::string& pass, const backend::AffineModule& module,
                               const dse::devices::Target& target, const driver::ChosenSizes& sizes) {
  if (pass == "parse") return module.text();
  if (!is_estimate_pass(pass)) return backend::text_after(module, pass);
  const auto kernel = driver::kernel_from_module(module, sizes);
  if (!kernel) return kernel.errors();
  if (pass == "import") return to_string(*kernel);
  std::string text;
  dse::estimate::prepare_kernel(*kernel, target, {}, [&](const char* done, const dse::Kernel& prepared) {
    if (pass == done) text = to_string(prepared);
  });
  return text;
}

}  // namespace pom::tools
