#pragma once
#include <optional>
#include <set>
#include <vector>

#include "dse/explore/tiles/external.hpp"
#include "dse/explore/tiles/widths.hpp"

namespace pom::dse::explore {

/// The schedule of a program that takes whole words of its arguments straight off the bus: in each iteration of a
/// nest, one word of each argument that is not `resident`, and its elements side by side. Nothing where a nest takes
/// such arguments in another order than that of its innermost loop, or beside other statements, or where no word is
/// wider than an element.
std::optional<Schedule> take_words_in_place(const dsl::Function&, const std::vector<External>&,
                                            const std::set<int>& resident, const PortWidths&);

}  // namespace pom::dse::explore
