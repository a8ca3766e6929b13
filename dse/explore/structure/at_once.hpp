#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse::explore {

/// Returns the wave of each nest, in the order of the program: 0 where it waits for no nest before it, else one more
/// than the last wave of those that it waits for.
std::vector<std::size_t> find_waves(std::size_t nests,
                                    const std::function<bool(std::size_t nest, std::size_t before)>& waits);

/// The most nests of the top function that are at work at once. Nests start together where they use no array in common;
/// those that run in turn share their operators. Nests of less than a tenth of the longest one's iterations do not
/// count.
std::int64_t count_at_once(const Function& top);

}  // namespace pom::dse::explore
