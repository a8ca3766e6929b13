#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Sets Loop::trip of every loop whose bounds are affine. Nests of which a loop's bounds depend on outer loops are
/// summed exactly where the sums are piecewise polynomials of few pieces, without enumerating them; otherwise sampled,
/// and TripCount::exact is false. Branches on the loops' values are seen, branches on data count as taken.
void count_trips(Function&);

}  // namespace pom::dse
