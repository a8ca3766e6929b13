#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "bench/qor/import/environment.hpp"
#include "bench/qor/import/place.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::qor {

/// The values of a loop's variable: lower <= value < upper, or for negative steps lower >= value > upper. A bound that
/// only the run knows is opaque.
struct LoopRange {
  Index lower, upper;
  std::int64_t step = 1;
};

/// Reads "0..<64", "1..<=40", "58..>=1 step -1", "(i+1)..<n", "?..?64".
LoopRange read_range(const std::string& text, const Environment&, const Function&, const IndexOf&);

/// Counts the iterations of the range, or takes their number from the loop's description: -1 when neither says. It is 0
/// where loops outside decide: count_trips counts them in the whole nest.
std::int64_t find_trip(const LoopRange&, const nlohmann::json& loop);

}  // namespace pom::dse::qor
