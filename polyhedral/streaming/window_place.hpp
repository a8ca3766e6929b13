#pragma once
#include <optional>
#include <vector>

#include "polyhedral/streaming/reuse.hpp"

namespace pom::poly {

/// The place in the registers of a window of an element that is in it at `when`, { [element] -> [l0, …] }, from the
/// element's indices. Nothing where a coordinate of the place is no number, no index with a number added, and no place
/// in a bundle, for all elements alike, or lies outside.
std::optional<std::vector<dsl::ExprPtr>> place_in_window(const Reuse&, const isl::map& when,
                                                         const std::vector<dsl::ExprPtr>& element, const Location&);

}  // namespace pom::poly
