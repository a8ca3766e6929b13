#pragma once
#include "polyhedral/buffers/footprint.hpp"
#include "polyhedral/buffers/place_buffers.hpp"

namespace pom::poly {

/// What is known of a buffer before it is placed. The members outlive the plan.
struct BufferPlan {
  const BufferMark& mark;
  const Footprint& footprint;
  const isl::set& own;       ///< the array without what its port has beyond its rows
  bool in_pipeline = false;  ///< its loop lies in, or is, a pipelined one
  bool in_region = false;    ///< its copies are processes of the loop's body
};

/// The scop with one buffer more, and in `placed` what it became. Errors: `bad-buffer`, `bad-accumulator`.
Result<Scop> place_buffer(const Scop&, const IslContext&, const BufferPlan&, PlacedBuffer& placed);

}  // namespace pom::poly
