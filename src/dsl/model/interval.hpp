#pragma once
#include "dsl/model/value_range.hpp"

/// Arithmetic on ranges of integers, with the ends cut at ±2^120, so that nothing overflows.
namespace pom::dsl::interval {

/// Whether an end stands for "no bound that is known".
bool is_open(const ValueRange&);
ValueRange bounded(const ValueRange&);
ValueRange hull(const ValueRange&, const ValueRange&);
ValueRange product(const ValueRange&, const ValueRange&);
/// x / 0 and x % 0 are 0.
ValueRange quotient(const ValueRange&, const ValueRange& divisor);
ValueRange remainder(const ValueRange&, const ValueRange& divisor);
/// As indices and bounds round.
ValueRange floor_quotient(const ValueRange&, const ValueRange& divisor);
ValueRange floor_remainder(const ValueRange&, const ValueRange& divisor);
/// Of bits that come from both in some way.
ValueRange any_bits(const ValueRange&, const ValueRange&);

}  // namespace pom::dsl::interval
