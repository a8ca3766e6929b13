#pragma once
#include <string>

#include "dsl/model/function.hpp"

/// How a test bench names its memories and hands them over.
namespace pom::backend {

/// What the program as written is given, or the kernel: that returns a value by itself, and has arrays of words.
enum class Callee { reference, kernel };
std::string argument_list(const dsl::Function&, const char* prefix, Callee);

/// The first element of an array of the test bench.
std::string flat(const dsl::Array&, const std::string& name);

/// The arguments as pointers to the first elements, and how many there are.
std::string counted_argument_list(const dsl::Function&, const char* prefix);

/// The parameters of the program as written.
std::string parameter_list(const dsl::Function&);

}  // namespace pom::backend
