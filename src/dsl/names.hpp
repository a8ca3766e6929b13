#pragma once
#include <optional>
#include <string>

#include "dsl/function.hpp"

namespace pom::dsl {

/// Names become identifiers of the generated C++. `what` is "array", "compute" … Error: `invalid-name`.
std::optional<Diagnostic> check_identifier(const std::string& what, const std::string& name, const Location& at);

/// Also that no array, scalar or compute of `function` (nor the function itself) has the name: they share one namespace
/// in the generated C++. Errors: `invalid-name`, `duplicate-name`.
std::optional<Diagnostic> check_new_name(const Function& function, const std::string& what, const std::string& name,
                                         const Location& at);

/// Names that the generated files or the headers that they include give to functions and macros: no second function may
/// have them.
bool is_library_name(const std::string& name);

/// `base` + a number, free in `function`.
std::string free_name(const Function& function, const std::string& base);

}  // namespace pom::dsl
