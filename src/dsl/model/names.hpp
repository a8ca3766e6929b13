#pragma once
#include <optional>
#include <string>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// Names become identifiers of the generated C++, where no header or helper has them. `what` is "array", "compute" …; a
/// "function" stands at file scope, where more names are taken. Error: `invalid-name`.
std::optional<Diagnostic> check_identifier(const std::string& what, const std::string& name, const Location& at);

/// Also that no array, scalar or compute of `function` (nor the function itself) has the name: they share one namespace
/// in the generated C++. Errors: `invalid-name`, `duplicate-name`.
std::optional<Diagnostic> check_new_name(const Function& function, const std::string& what, const std::string& name,
                                         const Location& at);

/// Also that the name can stand beside XRT's headers and their emulation, which the host program of a design for a
/// board includes. Error: `invalid-name`.
std::optional<Diagnostic> check_host_name(const std::string& what, const std::string& name, const Location& at);

/// A header that generated files include makes the name a macro: it means something else wherever it stands. The build
/// asks the preprocessor which names these are.
bool is_macro(const std::string& name);

/// A word of C++ that is no keyword, whoever else uses it.
bool is_identifier(const std::string& name);

/// `compute` and `role` for a generated function, or, where that is no name or is taken in `function`, a name with the
/// hash of the compute's.
std::string name_generated_function(const Function& function, const std::string& compute, const std::string& role);

/// `base` + a number, free in `function`.
std::string free_name(const Function& function, const std::string& base);

}  // namespace pom::dsl
