#include "driver/explore/explore_program.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "driver/explore/match_rates.hpp"
#include "driver/explore/progress_line.hpp"
#include "dse/boards/tables/board.hpp"
#include "dse/estimate/qor/cycles.hpp"
#include "dse/explore/programs/programs.hpp"
#include "dse/transform/transform.hpp"
#include "dsl/model/added_names.hpp"
#include "dsl/model/port_words.hpp"
#include "support/findings.hpp"
#include "support/interruption.hpp"
#include "support/number_text.hpp"

namespace pom::driver {

namespace {

constexpr int most_threads = 256;

/// The share of a resource that is asked for as a share, as a number, or as both. Half a block more, since only whole
/// ones are taken: 14.0 / 220 times 220 is less than 14 in floating-point numbers.
double share_of(double share, const std::optional<std::int64_t>& most, std::int64_t available) {
  const auto all = static_cast<double>(available);
  if (all <= 0) return share;
  constexpr double rounding = 1e-6;  // of a share of a device, in blocks: no device has a million
  const double blocks = std::floor(share * all + rounding);
  return std::min(1.0, (std::min(blocks, most ? static_cast<double>(*most) : blocks) + 0.5) / all);
}

dse::explore::ExploreOptions explore_options(const DseOptions& options, const dse::devices::Device& device) {
  dse::explore::ExploreOptions explore;
  explore.dsp = share_of(options.dsp, options.dsp_blocks, device.dsp);
  explore.lut = share_of(options.lut, options.luts, device.lut);
  explore.ff = share_of(options.ff, options.ffs, device.ff);
  explore.bram = share_of(options.bram, options.bram_blocks, device.bram_18k);
  explore.confidence = options.confidence;
  if (options.port_banks) explore.port_banks = static_cast<double>(*options.port_banks);
  explore.latency_target = options.latency_target;
  explore.seconds = options.seconds;
  explore.threads = options.threads;
  if (options.objective == Objective::latency_times_resources)
    explore.objective = dse::explore::Objective::latency_times_resources;
  explore.hardware = {options.pipeline, options.split, options.unroll, options.partition};
  explore.bind_operators = options.bind_operators;
  explore.share_modules = options.share_modules;
  explore.buffer = options.buffer;
  explore.pack = options.pack;
  explore.strategies.clear();
  if (options.interchange) explore.strategies.insert(dse::transform::Strategy::interchange);
  if (options.distribute) explore.strategies.insert(dse::transform::Strategy::distribute);
  if (options.skew) explore.strategies.insert(dse::transform::Strategy::skew);
  if (options.fuse) explore.strategies.insert(dse::transform::Strategy::fuse);
  return explore;
}

std::string to_line(const dse::transform::TrailStep& step) {
  std::string line = step.step;
  if (!step.directives.empty()) line += ": " + step.directives;
  return line + (step.reason.empty() ? "" : " - " + step.reason);
}

/// Latencies of years do not fit in a count.
std::int64_t whole_cycles(double cycles) {
  return std::llround(std::min(cycles, static_cast<double>(dse::estimate::most_counted)));
}

Exploration describe(const dse::explore::Exploration& found) {
  Exploration report;
  report.available = true;
  report.baseline = whole_cycles(found.baseline.latency_average);
  report.automatic = whole_cycles(found.automatic.latency_average);
  report.bound = found.bound;
  report.gap = found.gap();
  report.transfers = found.transfers;
  report.exhaustive = found.exhaustive;
  report.nothing_fits = found.nothing_fits;
  report.speedup = std::max(found.baseline.latency_average, 1.0) / std::max(found.qor.latency_average, 1.0);
  report.seconds = found.seconds;
  report.port_banks = found.port_banks;
  report.candidates = found.candidates;
  for (const dse::explore::DesignedUnit& unit : found.units)
    report.units.push_back({unit.computes, unit.loops, unit.choice.factors, unit.choice.copies()});
  for (const dse::explore::ParetoPoint& point : found.pareto) {
    const dse::estimate::Resources& r = point.resources;
    report.pareto.push_back({point.latency, r.dsp, r.lut, r.ff, r.bram_18k});
  }
  for (const dse::transform::TrailStep& step : found.trail) report.trail.push_back(to_line(step));
  for (const std::string& note : found.notes) report.trail.push_back(note);
  for (const Directive& directive : found.schedule) report.schedule += to_string(directive) + ";\n";
  return report;
}

}  // namespace

dse::explore::Goal goal_of(const DseOptions& options, const dse::devices::Device& device) {
  const dse::explore::ExploreOptions explore = explore_options(options, device);
  return {explore.objective, explore.latency_target, device};
}

namespace {

std::int64_t bits_in_cycle(const dse::boards::Port& port, double clock_ns) {
  const double times = port.clock_mhz > 0 ? port.clock_mhz * clock_ns / 1000 : 1;  // MHz, ns
  // A clock of 300 MHz is one of 3.333 ns.
  return std::min<std::int64_t>(std::llround(port.bits * times), dsl::most_word_bits);
}

}  // namespace

std::int64_t port_bits(const DseOptions& options, double clock_ns) {
  const auto board = dse::boards::find_board(options.board);
  std::int64_t most = board ? 0 : dsl::most_word_bits;
  for (std::size_t n = 0; board && n < board->ports.size(); ++n)
    most = std::max(most, bits_in_cycle(board->ports[n], clock_ns));
  return most;
}

namespace {

/// What the board's memories are reached by. What comes through a port that leads to a bank of its own slows nothing
/// down that comes through another: those of the memory that has most of them count.
dse::explore::Masters masters_of(const DseOptions& options, double clock_ns) {
  dse::explore::Masters masters{port_bits(options, clock_ns)};
  masters.host_layout = options.host_layout;
  for (const auto& [array, bank] : options.banks) masters.placed.insert(array);
  const auto board = dse::boards::find_board(options.board);
  std::map<int, std::set<int>> banks;  // by memory
  for (std::size_t n = 0; board && n < board->ports.size(); ++n) {
    const dse::boards::Port& port = board->ports[n];
    if (port.bank < 0) continue;
    std::set<int>& own = banks[port.memory];
    own.insert(port.bank);
    if (static_cast<std::int64_t>(own.size()) <= masters.most) continue;
    masters.most = static_cast<std::int64_t>(own.size());
    masters.own_bits = bits_in_cycle(port, clock_ns);
  }
  return masters;
}

}  // namespace

dse::explore::Limits limits_of(const DseOptions& options, const dse::devices::Device& device) {
  return dse::explore::limits_of(device, explore_options(options, device));
}

Status missed_target(const DseOptions& options, double latency, const Location& at) {
  if (options.latency_target <= 0 || latency <= options.latency_target) return std::nullopt;
  Diagnostic warning =
      make_error("bad-dse-option",
                 "no design was found that meets the latency target of " + number_text(options.latency_target, 15) +
                     " cycles; the fastest one takes " + number_text(latency, 15) + " (estimated)",
                 at);
  warning.severity = Severity::warning;
  return warning;
}

std::vector<Diagnostic> check_dse_options(const DseOptions& options, const Location& at) {
  std::vector<Diagnostic> wrong;
  const auto refuse = [&](const std::string& message) { wrong.push_back(make_error("bad-dse-option", message, at)); };
  struct Share {
    const char *name, *number;
    double share;
  };
  const std::array<Share, 4> shares = {Share{"dsp", "dsp_blocks", options.dsp}, Share{"lut", "luts", options.lut},
                                       Share{"ff", "ffs", options.ff}, Share{"bram", "bram_blocks", options.bram}};
  for (const auto& [name, number, share] : shares) {
    if (share > 0 && share <= 1) continue;  // refuses NaN too
    refuse(std::string(name) + ": a share of the device is a number above 0 and at most 1, not " +
           number_text(share, 15) + (share > 1 ? std::string("\n80 % is 0.8; a number of them is ") + number : ""));
  }
  using Number = std::pair<const char*, std::optional<std::int64_t>>;
  const std::array<Number, 5> numbers = {Number{"dsp_blocks", options.dsp_blocks}, Number{"luts", options.luts},
                                         Number{"ffs", options.ffs}, Number{"bram_blocks", options.bram_blocks},
                                         Number{"port_banks", options.port_banks}};
  for (const auto& [name, most] : numbers) {
    if (most && *most < 0) refuse(std::string(name) + ": a number of at least 0, not " + std::to_string(*most));
  }
  if (!(options.seconds > 0)) {
    refuse("seconds: the search needs a time budget above 0, not " + number_text(options.seconds, 15));
  }
  if (!(options.latency_target >= 0 && std::isfinite(options.latency_target))) {
    refuse("latency_target: a number of cycles, or 0 for none, not " + number_text(options.latency_target, 15));
  } else if (options.latency_target > 0 && options.objective != Objective::latency) {
    refuse("latency_target: the cheapest design that meets it is looked for; another objective contradicts it");
  }
  if (options.objective != Objective::latency && options.objective != Objective::latency_times_resources) {
    refuse("objective: none of the enumerators of Objective has the number " +
           std::to_string(static_cast<int>(options.objective)));
  }
  if (options.architecture != Architecture::nests && options.architecture != Architecture::automatic) {
    refuse("architecture: none of the enumerators of Architecture has the number " +
           std::to_string(static_cast<int>(options.architecture)));
  }
  if (options.threads < 1 || options.threads > most_threads) {
    refuse("threads: a number from 1 to " + std::to_string(most_threads) + ", not " + std::to_string(options.threads));
  }
  return wrong;
}

Result<Explored> explore_program(const Compilation& analyzed, const dse::devices::Target& target,
                                 const DseOptions& options, const Location& at, double incumbent, WhenOver when_over) {
  const dsl::Function& program = *analyzed.program;
  if (is_streaming(program)) {
    Result<Explored> matched = match_rates(analyzed, target, options, at, when_over);
    if (matched) matched->warning = missed_target(options, matched->cycles, at);
    return matched;
  }
  const dse::devices::Device& device = *target.device;
  dse::explore::ExploreOptions explore = explore_options(options, device);
  explore.masters = masters_of(options, target.clock_ns);
  explore.incumbent = incumbent;
  const Interruption interruption;
  explore.interrupted = &Interruption::requested;
  ProgressLine line(program.name);
  if (!options.quiet) explore.progress = [&](const dse::explore::Progress& progress) { line.show(progress); };
  std::optional<Result<dse::explore::Exploration>> answer;
  const Brake::Limits limits{Brake::unlimited, options.seconds, &Interruption::requested};
  within_isl(program, limits, [&] {
    const poly::Scop& as_written = *analyzed.as_written;
    answer = options.rewrite
                 ? dse::explore::explore_rewritten(as_written, *analyzed.graph, analyzed.isl, target, explore)
                 : dse::explore::explore_with_buffers(as_written, *analyzed.graph, analyzed.isl, target, explore);
  });
  Result<dse::explore::Exploration>& found = *answer;
  if (!found) {
    std::vector<Diagnostic> errors = found.errors();
    for (Diagnostic& error : errors) {
      if (error.code == "no-design") error.at = at;
    }
    return errors;
  }
  Explored explored{found->rewriting,           found->schedule,     describe(*found), {},
                    found->qor.latency_average, found->qor.resources};
  Schedule rewriting = analyzed.rewriting;
  rewriting.insert(rewriting.end(), found->rewriting.begin(), found->rewriting.end());
  std::string first;
  for (const Directive& directive : rewriting) first += to_string(directive) + ";\n";
  explored.report.schedule.insert(0, first);
  explored.report.seed = options.seed;
  if (found->ended_early) explored.report.ended_early = Interruption::requested() ? "interrupted" : "out of time";
  explored.warning = missed_target(options, found->qor.latency_average, at);
  return explored;
}

namespace {

/// Says something of an array, a port or the whole function, whatever the loops are.
bool is_free_of_loops(const Directive& directive) {
  const Primitive& p = directive.primitive;
  const auto* buffer = std::get_if<BufferAt>(&p);
  return (buffer && buffer->compute.empty()) || std::holds_alternative<Interface>(p) ||
         std::holds_alternative<BindStorage>(p) || std::holds_alternative<Partition>(p) ||
         std::holds_alternative<Reshape>(p) || std::holds_alternative<Stream>(p) || std::holds_alternative<Dataflow>(p);
}

/// What stays when the loops get another schedule. What was said of buffers in loops goes with them: alone, it would be
/// a mistake that nobody made.
Schedule keep_free_of_loops(const Schedule& own) {
  Schedule kept;
  std::copy_if(own.begin(), own.end(), std::back_inserter(kept), is_free_of_loops);
  const Schedule left = kept;
  std::erase_if(kept, [&](const Directive& directive) {
    return std::visit(
        [&]<class P>(const P& primitive) {
          if constexpr (std::is_same_v<P, BindStorage> || std::is_same_v<P, Partition> || std::is_same_v<P, Reshape>)
            return dsl::lies_in_buffers(own, primitive.array) && !dsl::lies_in_buffers(left, primitive.array);
          return false;
        },
        directive.primitive);
  });
  return kept;
}

}  // namespace

Transformed transform_program(const Compilation& analyzed) {
  Transformed transformed;
  within_isl(*analyzed.program, {}, [&] {
    dse::transform::TransformResult found = dse::transform::transform_for_parallelism(
        analyzed.as_written->program, *analyzed.as_written, *analyzed.graph, {});
    transformed.directives = analyzed.rewriting;
    transformed.directives.insert(transformed.directives.end(), found.directives.begin(), found.directives.end());
    const Schedule kept = keep_free_of_loops(analyzed.program->schedule);
    transformed.directives.insert(transformed.directives.end(), kept.begin(), kept.end());
    for (const dse::transform::TrailStep& step : found.trail) transformed.trail.push_back(to_line(step));
  });
  return transformed;
}

}  // namespace pom::driver
