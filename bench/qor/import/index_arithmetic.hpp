#pragma once
#include <functional>
#include <optional>

#include "dse/kernel/index.hpp"

/// Sums and products of indices that are known at compile time but for the loops' values. Nothing: not affine.
namespace pom::dse::qor {

std::optional<Index> add(const Index&, const Index&);
std::optional<Index> scale(const Index&, std::int64_t factor);
std::optional<Index> multiply(const Index&, const Index&);
/// ⌊index / divisor⌋, or the remainder; nothing unless divisor > 0.
std::optional<Index> divide(const Index&, std::int64_t divisor);
std::optional<Index> remainder(const Index&, std::int64_t divisor);
/// The index at given values of the loops; nothing when it is opaque.
std::optional<std::int64_t> evaluate(const Index&, const std::function<std::int64_t(int loop)>&);
bool mentions(const Index&, int loop);

}  // namespace pom::dse::qor
