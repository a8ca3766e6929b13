#pragma once
#include <string>
#include <vector>

#include "dsl/function.hpp"

namespace pom::dsl {

/// The elaborated value as a C++ expression with exactly its meaning: types int8_t … uint64_t, float, double; literals
/// that round-trip; conversions written out where C++ would do others by itself. `loop_names` gives the names of
/// Compute::loops; arrays and scalars have their own names, a rank-0 array is `A[0]`. Integers wrap: compile with
/// -fwrapv. The text calls the functions of `expression_helpers`.
std::string print_expression(const ExprNode& value, const Function&, const std::vector<std::string>& loop_names);

/// The same for an elaborated index or loop bound, whose / and % round down.
std::string print_affine(const ExprNode& affine, const std::vector<std::string>& loop_names);

/// An element of an array as C++: "A[i][j + 1]".
std::string print_access(const Access&, const Function&, const std::vector<std::string>& loop_names);

/// C++ definitions (and the includes they need) of what the printed expressions call: pom_max, pom_min, pom_truncate,
/// pom_floordiv, pom_floormod.
std::string expression_helpers();

/// "float", "uint8_t" …
std::string cpp_type(const Type&);

/// The includes of the number types that a piece of C++ uses: the vendor's, and pom_bfloat16.h.
std::string number_includes(const std::string& code);

/// The names of the compute's loops, as `loop_names`.
std::vector<std::string> loop_names(const Compute&);

/// A recorded or elaborated expression as the user would recognise it, for messages.
std::string describe(const ExprNode&);

}  // namespace pom::dsl
