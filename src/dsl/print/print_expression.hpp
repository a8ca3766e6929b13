#pragma once
#include <string>
#include <vector>

#include "dsl/model/function.hpp"
#include "dsl/model/value_range.hpp"

namespace pom::dsl {

/// A value as C++: variables that come first, because parts of it are used more than once, and the expression.
struct PrintedValue {
  std::vector<std::string> variables;  ///< "const int32_t pom_t0 = …"
  std::string text;
};

/// The elaborated value as C++ with exactly its meaning: types int8_t … uint64_t, float, double; literals that
/// round-trip; conversions written out where C++ would do others by itself; no undefined behaviour. `loop_names` gives
/// the names of Compute::loops; arrays and scalars have their own names, a rank-0 array is `A[0]`. The text calls the
/// functions of `expression_helpers`. `ranges`: see print_index.
PrintedValue print_value(const ExprNode& value, const Function&, const std::vector<std::string>& loop_names,
                         RangeAnalysis* ranges = nullptr);

/// The same for people: + and / where C++ would need a function that also says what becomes of overflow and of 0.
PrintedValue print_for_reading(const ExprNode& value, const Function&, const std::vector<std::string>& loop_names);

/// The same for people, of an elaborated index or loop bound, whose / and % round down.
std::string print_affine(const ExprNode& affine, const std::vector<std::string>& loop_names);

/// An index or bound as C++ that computes it exactly: with int, or with long long where int may be too narrow for what
/// the loops count to, or for what is computed of them. Loops that int is too narrow for are variables of long long.
struct PrintedIndex {
  std::string text;
  bool wide = false;  ///< it is a long long
};
PrintedIndex print_index(const ExprNode& affine, const std::vector<std::string>& loop_names, RangeAnalysis& ranges);

/// An element of an array as C++: "A[i][j + 1]". `ranges`: see print_index.
std::string print_access(const Access&, const Function&, const std::vector<std::string>& loop_names,
                         RangeAnalysis* ranges = nullptr);

/// C++ definitions (and the includes they need) of what the printed expressions call.
std::string expression_helpers();

/// "float", "uint8_t" …
std::string cpp_type(const Type&);

/// The includes of the number types that a piece of C++ uses: the vendor's, and pom_bfloat16.h.
std::string number_includes(const std::string& code);

/// The names of the compute's loops, as `loop_names`.
std::vector<std::string> loop_names(const Compute&);

/// A recorded or elaborated expression as the user would recognise it, for messages; deep parts are left out.
std::string describe(const ExprNode&);

}  // namespace pom::dsl
