#include "driver/report/estimate_report.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "dse/estimate/qor/cycles.hpp"
#include "dse/estimate/qor/upper_bound.hpp"
#include "dse/estimate/stalls/stalls.hpp"
#include "support/findings.hpp"
#include "support/number_text.hpp"

namespace pom::driver {

using nlohmann::ordered_json;

namespace {

/// Six digits that count; a whole number has all of its own.
std::string short_text(double value) {
  constexpr double most_exact = 1e15;
  return number_text(value, value < 1e6 || value > most_exact ? 6 : 15);
}

/// ", at most 7400": nothing where the bound is the number itself.
std::string bound_text(double used, double upper) {
  return std::ceil(upper) > std::ceil(used) ? ", at most " + short_text(std::ceil(upper)) : "";
}

/// ", 166 DSP (75 %, at most 170)"
std::string share_text(double used, double upper, std::int64_t available, const char* unit) {
  const std::string bound = bound_text(used, upper);
  std::string text = ", " + short_text(std::ceil(used)) + " " + unit;
  if (available <= 0) return text + (bound.empty() ? "" : " (" + bound.substr(2) + ")");
  const double percent = std::round(100 * used / static_cast<double>(available));
  return text + " (" + short_text(percent) + " %" + bound + ")";
}

UpperBound make_bound(const dse::estimate::Qor& qor, double confidence) {
  const dse::estimate::QorBound bound = dse::estimate::upper_bound(qor, confidence);
  const dse::estimate::Resources& r = bound.resources;
  const auto cycles = [](double count) {
    return std::llround(std::min(count, static_cast<double>(dse::estimate::most_counted)));
  };
  return {confidence, cycles(bound.latency_max), cycles(bound.latency_average), r.dsp, r.bram_18k, r.uram, r.lut, r.ff};
}

EstimatedRun make_run(const dse::Kernel& kernel, const dse::devices::Target& target, const dse::estimate::Qor& qor) {
  EstimatedRun run;
  if (!kernel.top_function().dataflow) return run;
  const auto answer = dse::estimate::find_stalls(kernel, target, qor);
  if (const auto* reason = std::get_if<std::string>(&answer)) {
    run.reason = *reason;
    return run;
  }
  const dse::estimate::Stalls& stalls = std::get<dse::estimate::Stalls>(answer);
  run.available = true;
  run.deadlock = stalls.deadlock;
  run.latency = stalls.latency;
  run.least_latency = stalls.least_latency;
  for (const dse::estimate::ProcessRun& process : stalls.processes)
    run.processes.push_back({process.name, process.length, process.stalls, process.done});
  for (const dse::estimate::FifoUse& fifo : stalls.fifos)
    run.fifos.push_back({fifo.array, fifo.copies, fifo.depth, fifo.least, fifo.bram_18k, fifo.least_bram_18k});
  return run;
}

/// Nothing for a function that is no dataflow.
ordered_json describe_run(const EstimatedRun& run) {
  if (!run.available) return run.reason.empty() ? ordered_json() : ordered_json{{"reason", run.reason}};
  ordered_json section = {{"latency", run.latency}, {"least_latency", run.least_latency}};
  if (!run.deadlock.empty()) section["deadlock"] = run.deadlock;
  section["processes"] = ordered_json::array();
  for (const EstimatedProcess& process : run.processes) {
    section["processes"].push_back({{"function", process.function},
                                    {"length", process.length},
                                    {"stalls", process.stalls},
                                    {"done", process.done}});
  }
  section["fifos"] = ordered_json::array();
  for (const EstimatedFifo& fifo : run.fifos) {
    section["fifos"].push_back({{"array", fifo.array},
                                {"copies", fifo.copies},
                                {"depth", fifo.depth},
                                {"least_depth", fifo.least_depth},
                                {"bram18", fifo.bram_18k},
                                {"least_bram18", fifo.least_bram_18k}});
  }
  return section;
}

bool is_simulated(const EstimatedRun& run) { return run.available && run.deadlock.empty(); }

/// "1037 cycles (at most 1042)"; of processes whose run was simulated first how long that takes: the tool's estimate
/// knows little of how they wait for each other.
std::string latency_text(const Estimate& estimate) {
  const std::string bound =
      bound_text(static_cast<double>(estimate.latency), static_cast<double>(estimate.upper.latency));
  const std::string reported = short_text(static_cast<double>(estimate.latency));
  if (!is_simulated(estimate.run)) return reported + " cycles" + (bound.empty() ? "" : " (" + bound.substr(2) + ")");
  return waiting_text(short_text(static_cast<double>(estimate.run.latency)), reported + bound);
}

/// "\n  waiting  \"join\" 177 cycles, …: with deeper FIFOs …" and the depths that the FIFOs would do with.
/// FIFOs whose depth costs time, or memory that a smaller one would save; empty: none.
std::string depths_line(const EstimatedRun& run) {
  std::string depths;
  for (const EstimatedFifo& fifo : run.fifos) {
    const bool too_shallow = run.least_latency < run.latency && fifo.depth < fifo.least_depth;
    if (!too_shallow && fifo.least_bram_18k >= fifo.bram_18k) continue;
    depths += (depths.empty() ? "\"" : ", \"") + fifo.array + "\" of " + std::to_string(fifo.least_depth) + " for " +
              std::to_string(fifo.depth);
  }
  return depths.empty() ? "" : "           FIFOs that keep up with such without limit: " + depths;
}

/// Who stands still for how long, longest first, and what deeper FIFOs would change; empty: nobody does.
std::string waiting_line(const EstimatedRun& run) {
  constexpr std::size_t most_shown = 4;
  std::vector<EstimatedProcess> waiting;
  std::copy_if(run.processes.begin(), run.processes.end(), std::back_inserter(waiting),
               [](const EstimatedProcess& process) { return process.stalls > 0; });
  std::stable_sort(waiting.begin(), waiting.end(),
                   [](const EstimatedProcess& a, const EstimatedProcess& b) { return a.stalls > b.stalls; });
  std::string text;
  for (std::size_t n = 0; n < std::min(most_shown, waiting.size()); ++n) {
    text += (n == 0 ? "  waiting  \"" : ", \"") + waiting[n].function + "\" " +
            short_text(static_cast<double>(waiting[n].stalls)) + (n == 0 ? " cycles" : "");
  }
  if (waiting.size() > most_shown) text += " and " + std::to_string(waiting.size() - most_shown) + " more";
  if (run.least_latency < run.latency)
    text += (text.empty() ? "  waiting  " : "; ") + std::string("with deeper FIFOs a run takes ") +
            short_text(static_cast<double>(run.least_latency));
  return text;
}

SummaryPart run_part(const EstimatedRun& run) {
  if (!run.available && run.reason.empty()) return {};
  if (!run.available) return {Worth::waiting, {"  no run   of the processes was simulated: " + run.reason}};
  if (!run.deadlock.empty()) return {Worth::needed, {"  run      never ends: " + run.deadlock}};
  SummaryPart part{Worth::waiting, {}};
  for (const std::string& line : {waiting_line(run), depths_line(run)}) {
    if (!line.empty()) part.lines.push_back(line);
  }
  if (part.lines.size() > 1) part.brief = part.lines.front();
  return part;
}

/// What raises the loop's interval, as a word.
std::string limit_of(const dse::estimate::LoopEstimate& loop) {
  using Kind = dse::estimate::IntervalReason::Kind;
  if (loop.reason.kind == Kind::target) return "";
  return loop.reason.kind == Kind::recurrence ? "recurrence" : "ports";
}

/// By array; nothing where there is no estimate.
std::map<std::string, std::int64_t> least_depths(const dse::Kernel& kernel, const dse::devices::Target& target) {
  const auto answer = dse::estimate::estimate(kernel, target);
  const auto* qor = std::get_if<dse::estimate::Qor>(&answer);
  if (!qor) return {};
  return dse::estimate::find_least_depths(kernel, target, *qor);
}

}  // namespace

std::string waiting_text(const std::string& run, const std::string& reported) {
  return run + " cycles, waiting included (in the tool's report " + reported + ")";
}

std::int64_t worst_interval(const Estimate& estimate) {
  std::int64_t worst = 0;
  for (const EstimatedLoop& loop : estimate.loops) worst = std::max(worst, loop.interval);
  return worst;
}

Estimate make_estimate(const dse::Kernel& kernel, const dse::devices::Device& device, double clock_ns,
                       double confidence) {
  Estimate made;
  made.device = device.name;
  made.clock_ns = clock_ns;
  dse::devices::Target target;
  target.device = &device;
  target.clock_ns = clock_ns;
  const auto answer = dse::estimate::estimate(kernel, target);
  if (const auto* reason = std::get_if<std::string>(&answer)) {
    made.reason = *reason;
    return made;
  }
  const dse::estimate::Qor& qor = std::get<dse::estimate::Qor>(answer);
  if (qor.latency_max >= dse::estimate::most_counted ||
      qor.latency_average >= static_cast<double>(dse::estimate::most_counted)) {
    made.reason =
        "a run would take more than " + short_text(static_cast<double>(dse::estimate::most_counted)) + " cycles";
    return made;
  }
  made.available = true;
  made.latency_min = qor.latency_min;
  made.latency_max = qor.latency_max;
  made.latency = std::llround(qor.latency_average);
  made.interval = qor.interval;
  made.dsp = qor.resources.dsp;
  made.bram_18k = qor.resources.bram_18k;
  made.uram = qor.resources.uram;
  made.lut = qor.resources.lut;
  made.ff = qor.resources.ff;
  made.upper = make_bound(qor, confidence);
  for (const dse::estimate::ResourceShare& share : qor.shares) {
    const dse::estimate::Resources& r = share.resources;
    made.shares.push_back({share.cause, r.dsp, r.lut, r.ff, r.bram_18k, r.uram});
  }
  for (const dse::estimate::LoopEstimate& loop : qor.loops) {
    made.loops.push_back({loop.function, loop.name, loop.label, loop.trip, loop.trip_min, loop.trip_average,
                          loop.iteration_latency, loop.interval, loop.reason.text, limit_of(loop), loop.reason.array,
                          loop.innermost, static_cast<std::int64_t>(loop.nested), std::llround(loop.latency_average)});
  }
  made.remarks = qor.remarks;
  made.run = make_run(kernel, target, qor);
  return made;
}

ChooseDepths depths_on(const dse::devices::Device& device, double clock_ns) {
  return [&device, clock_ns](const dse::Kernel& kernel) {
    dse::devices::Target target;
    target.device = &device;
    target.clock_ns = clock_ns;
    return least_depths(kernel, target);
  };
}

ordered_json describe_loop(const EstimatedLoop& loop) {
  return {{"function", loop.function},    {"name", loop.name},
          {"label", loop.label},          {"trip", loop.trip},
          {"trip_min", loop.trip_min},    {"trip_average", loop.trip_average},
          {"il", loop.iteration_latency}, {"ii", loop.interval},
          {"cycles", loop.cycles},        {"limit", loop.limit},
          {"array", loop.limiting_array}, {"reason", loop.reason}};
}

ordered_json describe_estimate(const Estimate& estimate, ordered_json loops) {
  ordered_json section;
  section["note"] = "an estimate of what the vendor's tool will report, not a measurement";
  section["device"] = estimate.device;
  section["clock_ns"] = estimate.clock_ns;
  if (!estimate.sizes.empty()) section["sizes"] = estimate.sizes;
  if (!estimate.formula.empty()) section["latency_formula"] = estimate.formula;
  section["available"] = estimate.available;
  if (!estimate.available) {
    section["reason"] = estimate.reason;
    return section;
  }
  section["latency"] = {{"min", estimate.latency_min}, {"average", estimate.latency}, {"max", estimate.latency_max}};
  section["interval"] = estimate.interval;
  section["dsp"] = estimate.dsp;
  section["bram18"] = estimate.bram_18k;
  section["lut"] = estimate.lut;
  section["ff"] = estimate.ff;
  section["uram"] = estimate.uram;
  const UpperBound& upper = estimate.upper;
  section["upper"] = {{"confidence", upper.confidence},
                      {"latency", {{"average", upper.latency}, {"max", upper.latency_max}}},
                      {"dsp", upper.dsp},
                      {"bram18", upper.bram_18k},
                      {"lut", upper.lut},
                      {"ff", upper.ff},
                      {"uram", upper.uram}};
  section["by_cause"] = ordered_json::array();
  for (const EstimatedShare& share : estimate.shares) {
    section["by_cause"].push_back({{"cause", share.cause},
                                   {"dsp", share.dsp},
                                   {"lut", share.lut},
                                   {"ff", share.ff},
                                   {"bram18", share.bram_18k},
                                   {"uram", share.uram}});
  }
  section["loops"] = std::move(loops);
  section["remarks"] = estimate.remarks;
  if (ordered_json run = describe_run(estimate.run); !run.is_null()) section["run"] = std::move(run);
  return section;
}

std::vector<SummaryPart> estimate_parts(const Estimate& estimate, const dse::devices::Device& device) {
  if (!estimate.available) return {{Worth::needed, {"  no estimate: " + estimate.reason}}};
  std::string text =
      "  estimated" + (estimate.sizes.empty() ? "" : " for " + estimate.sizes) + ": " + latency_text(estimate);
  const UpperBound& upper = estimate.upper;
  if (const std::int64_t interval = worst_interval(estimate); interval > 0) text += ", II " + std::to_string(interval);
  text += share_text(estimate.dsp, upper.dsp, device.dsp, "DSP") +
          share_text(estimate.lut, upper.lut, device.lut, "LUT") + share_text(estimate.ff, upper.ff, device.ff, "FF");
  if (estimate.bram_18k > 0) text += share_text(estimate.bram_18k, upper.bram_18k, device.bram_18k, "BRAM18");
  if (estimate.uram > 0) text += share_text(estimate.uram, upper.uram, device.uram, "URAM");
  text += " on " + estimate.device + " at " + short_text(estimate.clock_ns) + " ns";
  std::vector<SummaryPart> parts = {{Worth::needed, {text}}};
  if (!estimate.formula.empty()) parts.push_back({Worth::formula, {"  cycles for any size: " + estimate.formula}});
  parts.push_back(run_part(estimate.run));
  return parts;
}

}  // namespace pom::driver
