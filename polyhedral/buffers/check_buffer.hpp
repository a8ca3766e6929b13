#pragma once
#include <span>
#include <string>

#include "polyhedral/buffers/footprint.hpp"
#include "polyhedral/ir/scop.hpp"
#include "support/result.hpp"

namespace pom::poly {

/// `bad-buffer`, or `bad-accumulator`, at the place of the directive.
Diagnostic refuse_buffer(const Scop&, const BufferMark&, const std::string& reason);

/// The loop at `level` of the statement is pipelined, or lies in a pipelined one.
bool is_in_pipeline(const Scop&, const Statement&, int level);

/// Refuses an accumulator of what nothing writes, or of more than registers can hold.
Status check_accumulator(const Scop&, const BufferMark&, const Footprint&, bool in_pipeline);

/// Refuses more banks of the buffer's own (`bad-partition`) than it has elements in a dimension.
Status check_banks(const Scop&, const BufferMark&, const Footprint&);

/// Refuses a buffer below a loop, down to `level`, whose iterations the tool would run at once, copies and all.
Status check_loops_around(const Scop&, const BufferMark&, int level);

/// Refuses a buffer of what another one has: copies between two buffers would be no accesses of the array.
Status check_alone(const Scop&, const BufferMark&, std::span<const BufferMark> placed);

}  // namespace pom::poly
