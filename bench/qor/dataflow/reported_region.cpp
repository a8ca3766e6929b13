#include "bench/qor/dataflow/reported_region.hpp"

#include <algorithm>

namespace pom::dse::qor {

namespace {

std::optional<estimate::LoopSchedule> find_report(const Point& point, const std::vector<const Loop*>& loops) {
  std::string all, repeated;  // the tool leaves loops of one trip out of the name, or not
  for (const Loop* loop : loops) {
    all += (all.empty() ? "" : "_") + loop->label;
    if (loop->trip.max > 1) repeated += (repeated.empty() ? "" : "_") + loop->label;
  }
  const auto found = std::find_if(point.truth.loops.begin(), point.truth.loops.end(),
                                  [&](const TruthLoop& loop) { return loop.name == all || loop.name == repeated; });
  if (found == point.truth.loops.end() || !found->iteration_latency) return std::nullopt;
  return estimate::LoopSchedule{found->interval.value_or(0), *found->iteration_latency};
}

}  // namespace

std::variant<estimate::RegionNetwork, std::string> reported_region(const Point& point) {
  return estimate::build_region(
      point.kernel, [&](const Function&, const std::vector<const Loop*>& loops) { return find_report(point, loops); });
}

}  // namespace pom::dse::qor
