#pragma once
#include "dse/devices/tables/target.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::driver {

/// Cycles that the products of floats take at least in so many DSP blocks: each multiplier makes one in a cycle, and
/// processes run at once, so that they share none. A product counts once for all iterations in which its factors are
/// the same elements, as what does not change in a loop may move out of it. 0 where a parameter decides how many there
/// are.
double cycles_of_products(const poly::Scop& written, const dse::devices::Target&, double most_dsp);

}  // namespace pom::driver
