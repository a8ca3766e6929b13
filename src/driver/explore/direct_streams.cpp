#include "driver/explore/direct_streams.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "driver/explore/buffer_streams.hpp"
#include "dse/estimate/estimate.hpp"
#include "dse/explore/budget/limits.hpp"
#include "dse/explore/context/context.hpp"
#include "support/brake.hpp"

namespace pom::driver {

namespace {

std::optional<dse::estimate::Qor> estimate(const dse::Kernel& kernel, const dse::devices::Target& target,
                                           bool automatic) {
  auto answer = dse::estimate::estimate(kernel, target, {.automatic_pipelining = automatic});
  auto* qor = std::get_if<dse::estimate::Qor>(&answer);
  return qor ? std::optional(std::move(*qor)) : std::nullopt;
}

}  // namespace

std::optional<DirectStreams> find_direct(const std::shared_ptr<dsl::Function>& program,
                                         const dse::devices::Target& target, const DseOptions& options) {
  const auto buffered = buffer_streams(std::make_shared<dsl::Function>(*program));
  if (buffered->schedule.size() == program->schedule.size()) return std::nullopt;
  std::unique_ptr<Compilation> made;
  try {
    made = analyze_program(program, Brake::unlimited);
    StageDump nowhere{DumpSettings{}};
    finish_analyzed(*made, dse::explore::kept_directives(program->schedule), nowhere);
  } catch (const CompileError&) {  // a port that needs a buffer, or what the search will tell
    return std::nullopt;
  }
  const auto written = estimate(*made->view, target, false), automatic = estimate(*made->view, target, true);
  if (!written || !automatic) return std::nullopt;
  const dse::explore::Limits limits(most_resources(options, *target.device), options.confidence);
  return DirectStreams{program, automatic->latency_average, written->latency_average, limits.hold(*automatic)};
}

void prefer_direct(const DirectStreams& direct, Explored& found, std::unique_ptr<Compilation>& analyzed) {
  Exploration& report = found.report;
  report.baseline = std::llround(direct.baseline);
  report.automatic = std::llround(direct.cycles);
  if (direct.fits && (report.nothing_fits || found.cycles >= direct.cycles)) {
    analyzed = analyze_program(direct.program, Brake::unlimited);
    found.rewriting.clear();
    found.schedule = dse::explore::kept_directives(direct.program->schedule);
    found.cycles = direct.cycles;
    report.nothing_fits = false;
    report.units.clear();
    report.trail = {"as written: its streams are used in order, and no design with buffers was found that is faster"};
    report.schedule.clear();
    for (const Directive& directive : found.schedule) report.schedule += to_string(directive) + ";\n";
  }
  report.bound = std::min(report.bound, found.cycles);
  report.gap = found.cycles > 0 ? (found.cycles - report.bound) / found.cycles : 0;
  report.speedup = std::max(direct.baseline, 1.0) / std::max(found.cycles, 1.0);
}

}  // namespace pom::driver
