#include "bench/qor/dataflow/stall_report.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "bench/qor/dataflow/reported_region.hpp"
#include "bench/qor/judge/format.hpp"
#include "dse/dataflow/depths.hpp"

namespace pom::dse::qor {

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
  if (!point.truth.rtl_latency) return std::nullopt;
  StallRow row{point.id, "", *point.truth.rtl_latency, point.truth.latency_max.value_or(0), 0, 0};
  const auto built = reported_region(point);
  if (const auto* reason = std::get_if<std::string>(&built)) {
    row.reason = *reason;
    return row;
  }
  const auto& region = std::get<estimate::RegionNetwork>(built);
  const auto begin = std::chrono::steady_clock::now();
  const dataflow::Timing timing = dataflow::simulate(region.network, region.depths);
  row.simulated = timing.latency;
  row.processes = static_cast<std::int64_t>(region.network.processes.size());
  for (const dataflow::Channel& channel : region.network.channels) row.fifos += channel.copies;
  row.given_bram = dataflow::memory_of(region.network, region.depths).bram_18k;
  const dataflow::Sizing sizing = dataflow::size_fifos(region.network, dataflow::Keep::latency);
  row.least_bram = sizing.memory.bram_18k;
  row.bound_bram = sizing.bound.bram_18k;
  row.optimal = sizing.optimal;
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!timing.deadlock.empty()) row.reason = "deadlock: " + dataflow::describe(region.network, timing.deadlock);
  return row;
}

std::string render_stalls(const std::vector<StallRow>& rows) {
  std::string text = format("%-54s %10s %10s %10s %6s %9s %6s %7s %7s %7s\n", "design", "RTL", "vendor", "simulated",
                            "- RTL", "processes", "FIFOs", "BRAM18", "least", "seconds");
  double seconds = 0;
  const int simulated = count(rows, &StallRow::simulated, [](std::int64_t, std::int64_t) { return true; });
  for (const StallRow& row : rows) {
    seconds += row.seconds;
    if (!row.reason.empty()) {
      text += format("%-54s %10ld   %s\n", row.id.c_str(), row.rtl, row.reason.substr(0, 300).c_str());
      continue;
    }
    text += format("%-54s %10ld %10ld %10ld %+6ld %9ld %6ld %7ld %7ld %7.3f\n", row.id.c_str(), row.rtl, row.vendor,
                   row.simulated, row.simulated - row.rtl, row.processes, row.fifos, row.given_bram, row.least_bram,
                   row.seconds);
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
  std::int64_t given = 0, least = 0, bound = 0;
  int proved = 0;
  for (const StallRow& row : rows) {
    given += row.given_bram, least += row.least_bram, bound += row.bound_bram;
    proved += row.optimal;
  }
  text += format(
      "FIFOs as given take %ld BRAM18; the least depths that keep the latency %ld (%.1f %%), no depths less than "
      "%ld; proved least in %d of %d\n",
      given, least, given > 0 ? 100.0 * static_cast<double>(least) / static_cast<double>(given) : 0.0, bound, proved,
      simulated);
  return text;
}

}  // namespace pom::dse::qor
