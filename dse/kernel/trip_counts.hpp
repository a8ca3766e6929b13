#pragma once
#include <cstddef>

#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Sets Loop::trip of every loop whose bounds are affine. If the bounds depend on outer loops, the trips are summed in
/// closed form (sums that are piecewise polynomials of few pieces, by Newton's forward differences), without
/// enumerating all iterations. Other sums are sampled, and TripCount::exact becomes false. Branches whose condition
/// depends on loop values are evaluated; branches whose condition depends on data count as taken.
void count_trips(Function&);

/// Loops that run as one of which the tool counts the iterations at once; more take cycles and registers of their own.
constexpr std::size_t loops_at_once = 3;

}  // namespace pom::dse
