#pragma once
#include <string>

#include "dsl/execute/interpret.hpp"

namespace pom::driver {

/// "A[3][4]: 1.5 as written, 1.25 in the HLS C++": the first element of an array argument that differs; empty: they
/// agree. Elements agree bit for bit, or, floating-point ones, within the relative error; any two NaN agree.
std::string first_difference(const dsl::Function& program, const dsl::Memory& expected, const dsl::Memory& got,
                             const std::string& where, double tolerance);

/// The same of one element, which differs.
std::string describe_difference(const dsl::Function& program, int array, std::int64_t element,
                                const dsl::Memory& expected, const dsl::Memory& got, const std::string& where);

/// An element of any type as a double.
double real_value(const Type&, const std::byte* element);

}  // namespace pom::driver
