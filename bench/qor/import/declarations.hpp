#pragma once
#include <string>

#include "bench/qor/description/program.hpp"
#include "bench/qor/import/environment.hpp"
#include "bench/qor/import/parameter_constants.hpp"
#include "dse/kernel/kernel.hpp"

/// Arrays of a function, and the names that stand for them.
namespace pom::dse::qor {

/// Declares the function's parameters, the globals that it sees, the parameter that carries its result, and its arrays.
/// `number`: in Program::functions.
void declare_all(const Program&, int number, const ParameterConstants&, Function&, Environment&);

/// Adds an array, which the name stands for in the innermost scope.
int declare_array(Function&, Scopes&, const std::string& name, const DeclaredType&, Array::Role);

/// Finds the scalar that the name stands for, or adds one of the type that the text says or that its first value has:
/// the description lists arrays only. Such a scalar lives as long as the function.
int find_or_declare_scalar(Function&, Scopes&, const std::string& name, const std::string& type, int value);

}  // namespace pom::dse::qor
