#pragma once
#include <vector>

#include "driver/verify/index_interval.hpp"
#include "dsl/model/function.hpp"

namespace pom::driver {

/// The values of a compute's loops, outermost first.
std::vector<Interval> loop_intervals(const dsl::Compute&);

/// It depends on a loop or on a parameter.
bool varies(const dsl::ExprNode&);

/// An index whose constants speak of the loops' ends only, not of an extent or of data.
bool follows_ends(const dsl::ExprNode& index);

/// Arrays become as small as what is accessed allows, and never smaller than their partition.
void fit_arrays(dsl::Function&);

}  // namespace pom::driver
