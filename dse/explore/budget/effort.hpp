#pragma once
#include <cstddef>
#include <cstdint>

/// What is worth how much of the search's time, and which differences count. Constants that several rooms share stand
/// here, so that each has one value and one reason.
namespace pom::dse::explore {

/// Functions of at most so many units, or different nests, are searched more closely: the time of a search grows with
/// the product of what all of them may choose.
constexpr std::size_t few_units = 8;
/// Units below this share of the cycles, or of the iterations, are left out where units are weighed against each other:
/// the model errs by more.
constexpr double negligible_part = 0.02;
/// Share of the cycles by which designs and bounds must differ to count as different.
constexpr double same_cycles = 0.001;
/// Two structures are compared by the cycles that their units take with the whole device each. Where the slower one
/// takes up to `close` times the cycles, it may be the faster one once all units share the device; up to `very_close`
/// times, it often is.
constexpr double close = 1.1, very_close = 1.05;
/// A unit is light if it takes less than this part of the heaviest unit's cycles or iterations.
constexpr double light_part = 0.01;
/// Estimates that the configurations of a light unit are worth beside few others.
constexpr long light_configurations = 30;
/// A unit of so much of all cycles is searched closely also beside many others.
constexpr double dominant_part = 0.5;
/// Operations and loads of a loop's body with all loops inside built whole, and of all copies of an iteration together.
/// One estimate of more takes as long as hundreds of ordinary ones. On a chip with several times as many DSP blocks for
/// the nests that are at work at once, units are searched with several times as many copies and operations.
constexpr std::int64_t most_operations = 1500, most_operations_of_copies = 3000;
/// EstimateOptions::most_steps of an estimate of several copies, or where a design is known, so that none takes more
/// than about a second: copies that all wait for one bus would take ten.
constexpr std::int64_t steps_of_an_estimate = 300'000'000;
/// What one of many units takes of the device at most.
constexpr double round_share = 0.62;

}  // namespace pom::dse::explore
