#pragma once
#include <string>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// The C++ type of what a port of the argument hands over: "float", or a word, "hls::vector<float, 16>".
std::string port_type(const Array&);

/// The pointer type that the kernel's parameter is: "hls::vector<float, 16> (*)[4]".
std::string port_pointer(const Array&);

/// "float alpha, int32_t n": the parameters that the scalar arguments are, in every function that takes them by value.
std::string scalar_parameters(const Function&);

/// How C++ passes an array as the program has it to a kernel whose rows are longer.
struct PortCall {
  std::string before;    ///< statements in front of the call, each on a line of its own
  std::string argument;  ///< an expression; of an argument with several ports one for each of them
  std::string behind;
};
/// `elements`: an expression of the address of the array's first element. Needs <cstdlib> and <cstring>.
PortCall pass_to_port(const Array&, const std::string& elements);

/// The rows of an array that the kernel's are longer than; 0: they are as long.
std::int64_t rows_to_pad(const Array&);

}  // namespace pom::dsl
