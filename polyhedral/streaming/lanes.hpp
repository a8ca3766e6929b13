#pragma once
#include <cstdint>
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// FIFOs side by side: beyond, their number is a reader's and a synthesis tool's trouble.
constexpr std::int64_t most_lanes = 1024;

/// Into how many FIFOs side by side a FIFO is divided, by dimension of its array (StreamMark::lanes), so that tokens
/// that one iteration of a pipelined loop sends, or takes, lie in different ones, as far as both sides agree: each copy
/// of an unrolled statement always meets the same lane. Empty where one FIFO is all there is.
std::vector<std::int64_t> find_lanes(const Scop&, int fifo);

/// The tokens that pass through one lane are no more than this.
int most_in_a_lane(const dsl::Array&, const std::vector<std::int64_t>& lanes, int tokens);

}  // namespace pom::poly
