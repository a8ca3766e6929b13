#pragma once
#include <string>

#include "dsl/record/affine.hpp"

namespace pom::dsl {

/// True where the recorded expression has something that only the run knows: an array's element, a scalar argument.
bool reads_data(const ExprNode& recorded);

/// True where the recorded expression is piecewise: min, max, abs or select.
bool chooses(const ExprNode& recorded);

/// True where the recorded expression has an operation on bits, or a shift.
bool handles_bits(const ExprNode& recorded);

/// An index that is not affine, as Op::computed: it reads data, chooses, or handles bits of several loops. `place` is
/// "index 0 of \"A\"", for messages.
/// Null after adding findings: `bad-index` (no integer), and those of elaborate_value.
ExprPtr elaborate_computed_index(const ExprNode& recorded, const std::string& place, const Location& at,
                                 const ComputeContext&);

/// An affine index of an element that is of use only where `condition` holds: as it is, where loops alone keep it
/// inside [0, extent), otherwise clamped.
ExprPtr keep_inside(const ExprPtr& index, const ExprPtr& condition, std::int64_t extent, const ComputeContext&);

}  // namespace pom::dsl
