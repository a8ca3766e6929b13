#include "driver/report/speedup_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/number_text.hpp"

namespace pom::driver {

using nlohmann::ordered_json;

double cycles_ratio(std::int64_t slow, std::int64_t fast) {
  constexpr std::int64_t least = 1;
  return static_cast<double>(std::max(slow, least)) / static_cast<double>(std::max(fast, least));
}

std::int64_t cycles_of_run(const Estimate& design) {
  return design.run.available && design.run.deadlock.empty() ? design.run.latency : design.latency;
}

void compare_with_written(Report& report, const AsWritten& written) {
  Exploration& found = report.exploration;
  // A latency beyond what is counted has no ratio to another.
  if (!report.estimate.available) return;
  const bool judged = report.estimate.run.deadlock.empty();
  if (found.available) {
    // What the search foretold is not what the report speaks of.
    if (judged) found.speedup = cycles_ratio(found.baseline, cycles_of_run(report.estimate));
    report.as_written = {true, found.baseline, found.automatic, found.speedup};
  } else if (written.available && judged) {
    report.as_written = written;
    report.as_written.speedup = cycles_ratio(written.baseline, cycles_of_run(report.estimate));
  }
}

void describe_speedup(const Report& result, ordered_json& report) {
  const AsWritten& written = result.as_written;
  if (!written.available) return;
  report["baseline"] = {{"latency", written.baseline}, {"note", "as written, nothing pipelined; an estimate"}};
  report["automatic"] = {{"latency", written.automatic},
                         {"note", "as written, the tool's own pipelining; an estimate"}};
  report["speedup"] = written.speedup;
  report["speedup_over_automatic"] = cycles_ratio(written.automatic, cycles_of_run(result.estimate));
}

SummaryPart speedup_part(const Report& report) {
  const AsWritten& written = report.as_written;
  if (!written.available) return {};
  std::string gain = "  speed-up " + number_text(written.speedup, 4) + " over the program as written";
  gain += ", " + number_text(cycles_ratio(written.automatic, cycles_of_run(report.estimate)), 4) +
          " over it with the tool's automatic pipelining";
  return {report.exploration.available ? Worth::needed : Worth::speedup, {gain + " (estimates)"}};
}

}  // namespace pom::driver
