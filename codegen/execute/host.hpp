#pragma once
#include <string>

#include "dsl/interpret.hpp"
#include "support/result.hpp"

namespace pom::backend {

enum class HostOutcome { ran, no_compiler, rejected };

/// What became of an attempt to run a kernel on this machine.
struct HostRun {
  HostOutcome outcome = HostOutcome::ran;
  std::string compiler_output;  ///< rejected: what the compiler said
};

/// Compiles the kernel's text (with `header` beside it as <name>.h) by the host's C++ compiler ($CXX, else c++, g++,
/// clang++) and calls it on `memory`. No contraction of multiply-adds, integers wrap. Works in a private temporary
/// directory that is removed. Throws InternalError when the compiled kernel cannot be loaded.
HostRun run_on_host(const std::string& kernel, const std::string& header, const dsl::Function& program,
                    dsl::Memory& memory);

/// The host's C++ compiler; empty: there is none.
std::string find_host_compiler();

}  // namespace pom::backend
