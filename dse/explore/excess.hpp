#pragma once
#include "dse/explore/unit_space.hpp"

namespace pom::dse {

Resources sum_of(Resources, const Resources&);

/// Grows by what `real` takes beyond `predicted`.
void grow_excess(Resources& excess, const Resources& real, const Resources& predicted);

/// What the limits leave beside `used`.
Limits less(const Limits&, const Resources& used);

}  // namespace pom::dse
