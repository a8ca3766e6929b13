#pragma once
#include <cstdint>
#include <optional>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Whether a statement of a scheduled program accesses an array in whole words of `lanes` elements only:
/// A[…][lanes * w + l] in its innermost loop, which runs over l in [0, lanes) in each iteration of the loops around it,
/// and in which w and the other indices stay the same. True where it does not access the array.
bool takes_whole_words(const Statement&, int array, std::int64_t lanes);

/// The first of a scheduled program's first `statements` that does not; whose places are more than sums of multiples of
/// loops, which the generated code could not tell to be words; that reads the array behind a statement of the same
/// innermost loop that writes it, whose word goes out behind the loop only; or in whose innermost loop another
/// statement has other iterations.
std::optional<int> find_single_access(const Scop& scheduled, std::size_t statements, int array, std::int64_t lanes);

/// The first that is none of these and stands in the statement's innermost loop for parts of its words only.
std::optional<int> find_partial_words(const Scop& scheduled, std::size_t statements, int statement, std::int64_t lanes);

}  // namespace pom::poly
