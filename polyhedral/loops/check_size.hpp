#pragma once
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/loops/loop_tree.hpp"

namespace pom::poly {

/// So many operations, loads and stores may stand side by side in one design. The largest devices have some ten
/// thousand multipliers, the vendor's tool warns of a fifth of this and takes hours for it.
constexpr std::int64_t most_operations = 100'000;
/// Banks of one array: single elements and the memories of the largest devices are fewer.
constexpr std::int64_t most_banks = 100'000;

/// Refuses designs that are hopeless, before anything is built of them: `design-too-large`, at the directive that asks
/// for most copies.
std::vector<Diagnostic> check_size(const LoopTree&);

}  // namespace pom::poly
