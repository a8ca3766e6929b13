#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "dsl/record/affine.hpp"

namespace pom::dsl {

/// True where the recorded expression has something that only the run knows: an array's element, a scalar argument.
bool reads_data(const ExprNode& recorded);

/// True where the recorded expression is piecewise: min, max, abs or select.
bool chooses(const ExprNode& recorded);

/// True where the recorded expression has an operation on bits, or a shift.
bool handles_bits(const ExprNode& recorded);

/// The element of an index is of use only where the condition holds; elsewhere any in [0, extent) stands for it.
struct IndexUse {
  ExprPtr condition;
  std::int64_t extent = 0;
};

/// An index that is not affine, as Op::computed: it reads data, chooses, or handles bits of several loops. `place` is
/// "index 0 of \"A\"", for messages. What only the run knows of an index is kept inside by no condition.
/// Null after adding findings: `bad-index` (no integer), and those of elaborate_value.
ExprPtr elaborate_computed_index(const ExprNode& recorded, const std::string& place, const Location& at,
                                 const ComputeContext&, const std::optional<IndexUse>&);

/// An affine index: as it is, where loops alone keep it inside, otherwise clamped.
ExprPtr keep_inside(const ExprPtr& index, const IndexUse&, const ComputeContext&);

}  // namespace pom::dsl
