#pragma once
#include <cstddef>

/// What is worth how much of the search's time.
namespace pom::dse::explore {

/// Functions of at most so many units are searched more closely.
constexpr std::size_t few_units = 8;
/// A unit of less than this part of the heaviest one's cycles or iterations takes hardly any time …
constexpr double light_part = 0.01;
/// … and is worth so many estimates.
constexpr long light_configurations = 30;
/// A unit of so much of all cycles is searched closely also beside many others.
constexpr double dominant_part = 0.5;
/// What one of many units takes of the device at most.
constexpr double round_share = 0.62;

}  // namespace pom::dse::explore
