#include "bench/qor/dataflow/stall_report.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "bench/qor/dataflow/region.hpp"
#include "bench/qor/judge/format.hpp"

namespace pom::dse {

namespace {

/// How many rows are near the RTL, by some measure.
template <class Near>
int count(const std::vector<StallRow>& rows, std::int64_t StallRow::*cycles, Near&& near) {
  return static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](const StallRow& row) {
    return row.reason.empty() && near(std::abs(row.*cycles - row.rtl), row.rtl);
  }));
}

}  // namespace

std::optional<StallRow> simulate_point(const Point& point) {
  if (!point.truth.rtl_cycles) return std::nullopt;
  StallRow row{point.id, "", *point.truth.rtl_cycles, point.truth.latency_max.value_or(0), 0, 0};
  const auto built = build_region(point);
  if (const auto* reason = std::get_if<std::string>(&built)) {
    row.reason = *reason;
    return row;
  }
  const auto& region = std::get<RegionNetwork>(built);
  const auto begin = std::chrono::steady_clock::now();
  const dataflow::Timing timing = dataflow::simulate(region.network, region.depths);
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  row.simulated = timing.latency;
  if (!timing.deadlock.empty()) row.reason = "deadlock: " + dataflow::describe(region.network, timing.deadlock);
  return row;
}

std::string render_stalls(const std::vector<StallRow>& rows) {
  std::string text =
      format("%-58s %12s %12s %12s %9s %8s\n", "design", "RTL", "vendor", "simulated", "- RTL", "seconds");
  double seconds = 0;
  const int simulated = count(rows, &StallRow::simulated, [](std::int64_t, std::int64_t) { return true; });
  for (const StallRow& row : rows) {
    seconds += row.seconds;
    if (!row.reason.empty()) {
      text += format("%-58s %12ld   %s\n", row.id.c_str(), row.rtl, row.reason.substr(0, 300).c_str());
      continue;
    }
    text += format("%-58s %12ld %12ld %12ld %+9ld %8.3f\n", row.id.c_str(), row.rtl, row.vendor, row.simulated,
                   row.simulated - row.rtl, row.seconds);
  }
  text += format("%d designs with RTL cycles, %d of them dataflow regions whose loops the report tells; %.2f s\n",
                 static_cast<int>(rows.size()), simulated, seconds);
  const auto print = [&](const char* name, auto near) {
    text += format("%-24s simulated %2d of %2d, vendor %2d of %2d\n", name, count(rows, &StallRow::simulated, near),
                   simulated, count(rows, &StallRow::vendor, near), simulated);
  };
  const auto within = [](std::int64_t cycles) {
    return [cycles](std::int64_t error, std::int64_t) { return error <= cycles; };
  };
  print("exact", within(0));
  print("within 3 cycles", within(3));
  print("within 10 cycles", within(10));
  print("within 1 %", [](std::int64_t error, std::int64_t rtl) { return 100 * error <= rtl; });
  return text;
}

}  // namespace pom::dse
