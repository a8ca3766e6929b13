#pragma once
#include <string>
#include <utility>
#include <vector>

#include "dsl/execute/interpret.hpp"
#include "support/result.hpp"

namespace pom::backend {

enum class HostOutcome { ran, no_compiler, rejected };

/// What became of an attempt to run a kernel on this machine.
struct HostRun {
  HostOutcome outcome = HostOutcome::ran;
  std::string compiler_output;  ///< rejected: what the compiler said; no_compiler: why there is none that works
};

/// A kernel's text (with `header` beside it as <name>.h), compiled by the host's C++ compiler ($CXX, else c++, g++,
/// clang++). No contraction of multiply-adds, integers wrap. Works in a private temporary directory that is removed.
class HostKernel {
 public:
  /// `program` outlives the object. Throws CompileError (`cannot-write`) where there is no room for the kernel's files.
  HostKernel(const std::string& kernel, const std::string& header, const dsl::Function& program);
  ~HostKernel();
  HostKernel(const HostKernel&) = delete;
  HostKernel& operator=(const HostKernel&) = delete;

  /// `ran`: it can be run.
  const HostRun& compiled() const { return compiled_; }
  /// Calls it on `memory`.
  void run(dsl::Memory& memory) const;

 private:
  void load(const std::string& library, const std::string& compiler);

  const dsl::Function& program_;
  HostRun compiled_;
  void* library_ = nullptr;
  void (*entry_)(void**) = nullptr;
};

/// Compiles the kernel and runs it once, if it compiles.
HostRun run_on_host(const std::string& kernel, const std::string& header, const dsl::Function& program,
                    dsl::Memory& memory);

/// A program of some files, compiled and run on this machine.
struct ProgramRun {
  HostRun compiled;
  int status = 0;      ///< ran: its exit status; -1: it did not run to its end
  std::string output;  ///< ran: what it printed
};

/// Compiles those of the files that are C++ sources with the defines, and runs the program in a private temporary
/// directory that is removed. Headers that stand for the vendor's are put beside the files.
ProgramRun run_program(const std::vector<std::pair<std::string, std::string>>& files,
                       const std::vector<std::string>& defines);

/// The words of the command that is the host's C++ compiler, $CXX if it is set, whether it exists or not; empty: there
/// is none.
std::vector<std::string> find_host_compiler();

}  // namespace pom::backend
