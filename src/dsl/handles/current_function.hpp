#pragma once
#include <memory>
#include <string>

#include <pom/function.hpp>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// The function that declarations belong to now: the innermost open scope, else the implicit function. The declaration
/// "what" at `at` needs it. Throws CompileError `no-function` when there is none.
const std::shared_ptr<Function>& current_function(const std::string& what, const Location& at);

/// The same as a handle, for a call "what" that is about the whole program.
function current_program(const std::string& what, const Location& at);

/// Notes that no C++ variable is called `name`: `text` says that compute or array of the current function.
void note_part(const std::string& name, const std::string& text, const Location& at);

/// A new record with its name checked; not current.
std::shared_ptr<Function> make_function(const std::string& name, const Location& at);

/// Makes `record` the implicit function.
void set_implicit_function(std::shared_ptr<Function> record);

/// Throws CompileError `no-function` when there is none.
function* implicit_function(const Location& at);

/// Makes a function current for its own lifetime; scopes nest.
class ScopeGuard {
 public:
  explicit ScopeGuard(std::shared_ptr<Function> record);
  ~ScopeGuard();
  ScopeGuard(const ScopeGuard&) = delete;
  ScopeGuard& operator=(const ScopeGuard&) = delete;
};

/// "v0", "v1" …: names for loops that the user left unnamed, counted from the last `init`.
std::string next_loop_name();

}  // namespace pom::dsl
