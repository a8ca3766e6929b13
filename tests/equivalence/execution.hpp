#pragma once
#include <pom/pom.hpp>

#include "driver/pipeline/pipeline.hpp"
#include "driver/verify/verify.hpp"

namespace pom::test {

using Hardware = std::function<void(function&)>;

/// Declares a program and runs the compiler on it. Throws CompileError.
inline std::unique_ptr<driver::Compilation> compile(
    const std::function<void()>& declare, const Hardware& hardware = [](function&) {}) {
  function program("f");
  program.scope(declare);
  hardware(program);
  StageDump silent({});
  return driver::run_pipeline(program.record(), silent);
}

/// FIFOs take the place of the arrays between processes.
inline void with_channels(function& program) { program.dataflow(Channels::automatic); }

/// Options of a run that shows and writes nothing.
template <class Options = DseOptions>
Options silent() {
  Options options;
  options.quiet = true;
  options.write = false;
  return options;
}

/// "" when the three executions agree bit for bit, else what differs, or the refusal.
inline std::string difference(
    const std::function<void()>& declare, const Hardware& hardware = [](function&) {}) {
  try {
    const Verification result = driver::execute_and_compare(*compile(declare, hardware));
    return result.agreed ? "" : result.detail;
  } catch (const CompileError& error) {
    return error.what();
  }
}

}  // namespace pom::test
