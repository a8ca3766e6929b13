#pragma once
#include <cstddef>
#include <functional>
#include <string>

#include "dsl/execute/interpret.hpp"

namespace pom::driver {

/// "A[3][4]: 1.5 as written, 1.25 in the HLS C++": the first element of an array argument that differs; empty: they
/// agree. Elements agree bit for bit, or, floating-point ones, within the relative error; any two NaN agree.
std::string first_difference(const dsl::Function& program, const dsl::Memory& expected, const dsl::Memory& got,
                             const std::string& where, double tolerance);

/// Whether an element that is not equal bit for bit agrees: the array's number, and the element's first byte in it.
using MayDiffer = std::function<bool(int array, std::size_t at)>;
/// The same with another rule of what agrees.
std::string first_difference(const dsl::Function& program, const dsl::Memory& expected, const dsl::Memory& got,
                             const std::string& where, const MayDiffer&);

/// An element of any type as a double.
double real_value(const Type&, const std::byte* element);

}  // namespace pom::driver
