#pragma once
#include <functional>
#include <optional>

#include "bench/qor/description/term.hpp"
#include "bench/qor/import/environment.hpp"

namespace pom::dse::qor {

/// Turns a subscript into an index, which is opaque where the subscript is not affine.
using IndexOf = std::function<Index(const Term&)>;

/// Resolves a term that names memory: an array, a row, an element, or pointer arithmetic. Nothing for other terms.
std::optional<Place> find_place(const Term&, const Environment&, const Function&, const IndexOf&);

}  // namespace pom::dse::qor
