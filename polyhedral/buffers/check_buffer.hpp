#pragma once
#include <span>
#include <string>

#include "polyhedral/ir/scop.hpp"
#include "support/result.hpp"

namespace pom::poly {

/// `bad-buffer` at the place of the directive.
Diagnostic refuse_buffer(const Scop&, const BufferMark&, const std::string& reason);

/// Refuses a buffer below a loop, down to `level`, whose iterations the tool would run at once, copies and all.
Status check_loops_around(const Scop&, const BufferMark&, int level);

/// Refuses a buffer of what another one has: copies between two buffers would be no accesses of the array.
Status check_alone(const Scop&, const BufferMark&, std::span<const BufferMark> placed);

}  // namespace pom::poly
