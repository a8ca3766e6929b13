#pragma once
#include <memory>
#include <vector>

#include "dsl/model/function.hpp"

namespace pom::poly {

/// Replaces the elements of one array in a compute by those of a buffer, whose first element stands for the one with
/// the indices `origin`. False, and a compute that is half changed: an index that data decide would be moved by what
/// is no number.
bool replace_element(dsl::Compute&, int array, int buffer, const std::shared_ptr<const dsl::Array>& declared,
                     const std::vector<dsl::ExprPtr>& origin);

}  // namespace pom::poly
