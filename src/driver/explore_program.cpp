#include "driver/explore_program.hpp"

#include <algorithm>

#include "dse/explore/explore.hpp"
#include "support/findings.hpp"

namespace pom::driver {

namespace {

dse::ExploreOptions explore_options(const DseOptions& options) {
  dse::ExploreOptions explore;
  explore.dsp = options.dsp;
  explore.lut = options.lut;
  explore.ff = options.ff;
  explore.bram = options.bram;
  explore.latency_target = options.latency_target;
  explore.seconds = options.seconds;
  explore.bind_operators = options.bind_operators;
  explore.strategies.clear();
  if (options.interchange) explore.strategies.insert(dse::Strategy::interchange);
  if (options.distribute) explore.strategies.insert(dse::Strategy::distribute);
  if (options.skew) explore.strategies.insert(dse::Strategy::skew);
  if (options.fuse) explore.strategies.insert(dse::Strategy::fuse);
  return explore;
}

std::string to_line(const dse::TrailStep& step) {
  std::string line = step.step;
  if (!step.directives.empty()) line += ": " + step.directives;
  return line + (step.reason.empty() ? "" : " - " + step.reason);
}

Exploration describe(const dse::Exploration& found) {
  Exploration report;
  report.available = true;
  report.baseline = found.baseline.latency_max;
  report.automatic = found.automatic.latency_max;
  report.bound = found.bound;
  report.gap = found.gap();
  report.exhaustive = found.exhaustive;
  const auto latency = static_cast<double>(found.qor.latency_max);
  report.speedup = latency > 0 ? static_cast<double>(found.baseline.latency_max) / latency : 0;
  report.seconds = found.seconds;
  report.candidates = found.candidates;
  for (const dse::ParetoPoint& point : found.pareto) {
    const dse::Resources& r = point.resources;
    report.pareto.push_back({point.latency, r.dsp, r.lut, r.ff, r.bram_18k});
  }
  for (const dse::TrailStep& step : found.trail) report.trail.push_back(to_line(step));
  for (const std::string& note : found.notes) report.trail.push_back(note);
  for (const Directive& directive : found.schedule) report.schedule += to_string(directive) + ";\n";
  return report;
}

}  // namespace

Status check_dse_options(const DseOptions& options, const Location& at) {
  for (const double share : {options.dsp, options.lut, options.ff, options.bram}) {
    if (!(share > 0 && share <= 1)) {
      return make_error("bad-dse-option",
                        "a share of the device is a number above 0 and at most 1, not " + std::to_string(share), at);
    }
  }
  if (!(options.seconds > 0)) return make_error("bad-dse-option", "the search needs a time budget above 0 seconds", at);
  if (!(options.latency_target >= 0))
    return make_error("bad-dse-option", "the latency target is a number of cycles", at);
  return std::nullopt;
}

Result<Explored> explore_program(const std::shared_ptr<const dsl::Function>& program, const dse::Device& device,
                                 const DseOptions& options) {
  dse::Target target;
  target.device = &device;
  target.clock_ns = options.clock_ns;
  auto found = dse::explore(program, target, explore_options(options));
  if (!found) return found.errors();
  return Explored{found->schedule, describe(*found)};
}

}  // namespace pom::driver
