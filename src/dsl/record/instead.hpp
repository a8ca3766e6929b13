#pragma once
#include <string>

#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

// What refusals of expressions tell the user to write instead: lines behind the reason, each beginning with a new line.

inline constexpr const char* instead_of_data_in_bound =
    "\na size that the caller gives is a parameter with a range, as in parameter n(\"n\", 1, 1024)";
inline constexpr const char* instead_of_data_in_guard =
    "\nwhat data decides is part of the value: select(condition, new value, old value)";

inline constexpr const char* instead_of_foreign =
    "\neach function has its own: declare another one behind its init()";

/// An index that is a product of loops can be computed as data is, where a clamp keeps it inside.
std::string instead_of_product(const ExprNode& product);

/// `0 < i < 5` is for C++ the comparison of 0 < i, which is 0 or 1, with 5. Reason and cure, or an empty text: the node
/// is no such chain.
std::string instead_of_chain(const ExprNode&);

/// A compute whose destination is no element of an array: perhaps value and destination changed places.
std::string instead_of_destination(const ExprNode& value, const ExprNode& destination);

}  // namespace pom::dsl
