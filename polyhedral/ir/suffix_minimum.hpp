#pragma once
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

/// { a key -> the least of the values at it and at all keys behind it }. Keys and values are vectors and compared
/// lexicographically; `values`: { [key] -> [value] }, as many values per key as there are. One dimension of the keys is
/// asked for after the other, the innermost first: isl compares fewer pieces than where all keys behind one are asked
/// for at once.
isl::map suffix_minimum(const isl::map& values);

}  // namespace pom::poly
