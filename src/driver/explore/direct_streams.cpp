#include "driver/explore/direct_streams.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "driver/explore/buffer_streams.hpp"
#include "dse/estimate/estimate.hpp"
#include "dse/explore/banks/banking.hpp"
#include "dse/explore/budget/limits.hpp"
#include "dse/explore/context/context.hpp"
#include "dse/explore/no_design.hpp"
#include "support/brake.hpp"

namespace pom::driver {

namespace {

std::optional<dse::estimate::Qor> estimate(const dse::Kernel& kernel, const dse::devices::Target& target,
                                           bool automatic) {
  auto answer = dse::estimate::estimate(kernel, target, {.automatic_pipelining = automatic});
  auto* qor = std::get_if<dse::estimate::Qor>(&answer);
  return qor ? std::optional(std::move(*qor)) : std::nullopt;
}

/// The program as written in the place of what was found; `reason`: why.
void take(const DirectStreams& direct, const char* reason, Explored& found, std::unique_ptr<Compilation>& analyzed) {
  Exploration& report = found.report;
  analyzed = analyze_program(direct.program, Brake::unlimited);
  found.rewriting.clear();
  found.schedule = dse::explore::kept_directives(direct.program->schedule);
  found.cycles = direct.automatic.latency_average;
  found.resources = direct.automatic.resources;
  report.nothing_fits = false;
  report.port_banks = direct.port_banks;
  report.units.clear();
  report.trail = {std::string("as written: its streams are used in order, and no design with buffers was found that ") +
                  reason};
  report.schedule.clear();
  for (const Directive& directive : found.schedule) report.schedule += to_string(directive) + ";\n";
}

void compare_with_written(const DirectStreams& direct, Explored& found) {
  found.report.baseline = std::llround(direct.plain.latency_average);
  found.report.automatic = std::llround(direct.automatic.latency_average);
  found.report.speedup = std::max(direct.plain.latency_average, 1.0) / std::max(found.cycles, 1.0);
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
  auto written = estimate(*made->view, target, false), automatic = estimate(*made->view, target, true);
  if (!written || !automatic) return std::nullopt;
  const std::int64_t outside = dse::explore::count_port_banks(made->view->top_function());
  const bool fits =
      limits_of(options, *target.device).hold(*automatic) && (!options.port_banks || outside <= *options.port_banks);
  return DirectStreams{program, *std::move(automatic), *std::move(written), outside, fits};
}

void prefer_direct(const DirectStreams& direct, Explored& found, std::unique_ptr<Compilation>& analyzed) {
  Exploration& report = found.report;
  if (direct.fits && (report.nothing_fits || found.cycles >= direct.automatic.latency_average))
    take(direct, "is faster", found, analyzed);
  report.bound = std::min(report.bound, found.cycles);
  report.gap = found.cycles > 0 ? (found.cycles - report.bound) / found.cycles : 0;
  compare_with_written(direct, found);
}

Result<Explored> answer_direct(const DirectStreams& direct, const dse::devices::Target& target,
                               const DseOptions& options, const Location& at, std::unique_ptr<Compilation>& analyzed) {
  if (!direct.fits) {
    const double port_banks = options.port_banks ? static_cast<double>(*options.port_banks) : INFINITY;
    const dse::explore::UnscheduledDesign design{direct.plain, direct.automatic, direct.port_banks};
    return dse::explore::no_design(design, limits_of(options, *target.device), port_banks, *target.device, at);
  }
  Explored found;
  found.report.available = true;
  found.report.seed = options.seed;
  take(direct, "fits", found, analyzed);
  found.report.nothing_fits = true;
  found.warning = missed_target(options, found.cycles, at);
  compare_with_written(direct, found);
  return found;
}

}  // namespace pom::driver
