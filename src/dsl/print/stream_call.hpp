#pragma once
#include <string>

#include "dsl/model/function.hpp"
#include "dsl/print/port_text.hpp"

namespace pom::dsl {

/// A beat of AXI4-Stream that holds an element of a C++ type: "hls::axis<int, 0, 0, 0>".
std::string beat_type(const std::string& type);

/// The variable that is the stream of an array where a kernel is called.
std::string stream_variable(const std::string& array);

/// How C++ gives an array to a kernel whose port is a stream. `elements`: an expression for the array's first element's
/// address, of the element's own type. The stream brings the elements in the order of their addresses, and takes those
/// that the kernel writes to their places; a wrong number of elements, or a wrong `last` of a beat, is a
/// std::runtime_error.
PortCall pass_to_stream(const Function&, int array, const std::string& elements);

/// How C++ gives an array to a kernel, be its port a stream or not. `elements`: an expression for the array's first
/// element's address, of any pointer type.
PortCall pass_to_kernel(const Function&, int array, const std::string& elements);

}  // namespace pom::dsl
