#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>

#include <pom/diagnostic.hpp>

#include "support/print_diagnostic.hpp"

namespace pom {
namespace {

std::string render_all(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += render(diagnostic);
  return text;
}

/// The handler that was in force before ours.
std::terminate_handler& previous_handler() {
  static std::terminate_handler handler = nullptr;
  return handler;
}

/// A user's mistake must not look like a crash: no "terminate called after …", no core, exit status 1.
[[noreturn]] void end_on_compile_error() {
  if (std::exception_ptr uncaught = std::current_exception()) {
    try {
      std::rethrow_exception(uncaught);
    } catch (const CompileError& error) {
      std::fflush(stdout);  // _Exit flushes nothing
      for (const Diagnostic& finding : error.diagnostics()) print_diagnostic(finding);
      std::fflush(stderr);
      std::_Exit(1);
    } catch (...) {  // somebody else's exception: the handler before ours decides
    }
  }
  if (previous_handler() != nullptr) previous_handler()();
  std::abort();
}

void install_terminate_handler() {
  static const bool installed = [] {
    previous_handler() = std::set_terminate(end_on_compile_error);
    return true;
  }();
  static_cast<void>(installed);
}

}  // namespace

CompileError::CompileError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(render_all(diagnostics)), diagnostics_(std::move(diagnostics)) {
  install_terminate_handler();
}

}  // namespace pom
