#include "driver/explore/match_rates.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <variant>

#include "driver/explore/as_written.hpp"
#include "driver/explore/time_search.hpp"
#include "dse/explore/context/context.hpp"
#include "dse/explore/no_design.hpp"
#include "polyhedral/dataflow/check_dataflow.hpp"
#include "polyhedral/ir/cut_short.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "support/findings.hpp"
#include "support/interruption.hpp"
#include "support/number_text.hpp"

namespace pom::driver {

namespace {

/// Of the processor, for the loops of the program as written, as much for these with channels, and for the design of a
/// search that had no time: what they take does not depend on when the search ends.
constexpr double baseline_seconds = 2;
/// The same for the program's own processes, whose channels the design's last compilation finds done.
constexpr double unscheduled_seconds = 5;

/// What no schedule of the processes mends is said before the search.
std::vector<Diagnostic> check_processes(const Compilation& analyzed) {
  Schedule schedule = kept_of_streams(analyzed.program->schedule);
  for (const Directive& directive : analyzed.program->schedule) {
    if (std::holds_alternative<Dataflow>(directive.primitive)) schedule.push_back(directive);  // for its line
  }
  const auto applied = poly::apply_schedule(*analyzed.as_written, *analyzed.dependences, schedule);
  if (!applied) return applied.errors();
  std::vector<Diagnostic> found = poly::check_dataflow(*applied);
  std::erase_if(found, [](const Diagnostic& one) { return one.severity != Severity::error; });
  return found;
}

/// What stays where there is no design, as none was judged in time, or another architecture has one: the program's own
/// loops, with channels between them.
StreamingDesign as_written(const Compilation& analyzed, double cycles) {
  StreamingDesign design;
  design.schedule = kept_of_streams(analyzed.program->schedule);
  design.cycles = cycles;
  return design;
}

/// Of all designs none holds the limits; `nearest` exceeds them least.
Diagnostic refuse(const StreamingDesign& nearest, const dse::explore::Limits& limits, const DseOptions& options,
                  const dse::devices::Device& device, bool ended, const Location& at) {
  const char* name = nearest.choices.empty() ? "its processes without a schedule" : "a schedule of its processes";
  const double port_banks = options.port_banks ? static_cast<double>(*options.port_banks) : INFINITY;
  Diagnostic error = dse::explore::no_design(dse::explore::KnownDesign{name, nearest.qor, nearest.port_banks}, limits,
                                             port_banks, device, at);
  if (ended) error.message += dse::explore::ended_meanwhile;
  return error;
}

Diagnostic interrupted_too_early(const RateMatcher& matcher, const Location& at) {
  const char* until = matcher.nearest() ? "a design that fits was found" : "a design was estimated";
  return make_error("no-design", std::string("it was interrupted before ") + until, at);
}

std::string line_of(const RateChoice& choice, bool is_slowest) {
  if (choice.loop.empty()) return "\"" + choice.compute + "\": no loop";
  return "\"" + choice.compute + "\": " + choice.loop + " pipelined" +
         (choice.at_once > 1 ? ", " + std::to_string(choice.at_once) + " iterations at once" : "") + ", " +
         (choice.interval > 1 ? "one in " + std::to_string(choice.interval) + " cycles, " : "") +
         number_text(choice.cycles / static_cast<double>(choice.interval), 12) + " iterations" +
         (is_slowest ? " (the slowest)" : "");
}

Explored explored_of(const StreamingDesign& design, const Schedule& rewriting, double fastest, long candidates,
                     double seconds) {
  Explored explored{{}, design.schedule, {}, {}, design.cycles, design.qor.resources};
  Exploration& report = explored.report;
  report.available = true;
  report.bound = std::min(fastest, design.cycles);
  report.gap = design.cycles > 0 ? (design.cycles - report.bound) / design.cycles : 0;
  report.candidates = candidates;
  report.seconds = seconds;
  report.nothing_fits = !design.fits;
  report.port_banks = design.port_banks;
  double slowest = 0;
  for (const RateChoice& choice : design.choices) slowest = std::max(slowest, choice.all_cycles());
  for (const RateChoice& choice : design.choices) {
    for (const RateChoice& other : choice.others) report.trail.push_back(line_of(other, false));
    report.trail.push_back(line_of(choice, choice.all_cycles() == slowest));
  }
  for (const Directive& directive : rewriting) report.schedule += to_string(directive) + ";\n";
  for (const Directive& directive : design.schedule) report.schedule += to_string(directive) + ";\n";
  if (!design.fits) return explored;
  const dse::estimate::Resources& r = design.qor.resources;
  report.pareto.push_back({design.cycles, r.dsp, r.lut, r.ff, r.bram_18k});
  return explored;
}

}  // namespace

bool is_streaming(const dsl::Function& program) {
  return std::any_of(program.schedule.begin(), program.schedule.end(), [](const Directive& directive) {
    const auto* dataflow = std::get_if<Dataflow>(&directive.primitive);
    return dataflow && dataflow->channels == Channels::automatic;
  });
}

Result<Explored> match_rates(const Compilation& analyzed, const dse::devices::Target& target, const DseOptions& options,
                             const Location& at, WhenOver when_over) {
  if (std::vector<Diagnostic> wrong = check_processes(analyzed); !wrong.empty()) return wrong;
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  const dse::devices::Device& device = *target.device;
  const dse::explore::Limits limits = limits_of(options, device);
  const dse::explore::Goal goal = goal_of(options, device);
  std::optional<StreamingDesign> best;
  AsWritten written;
  double fastest = 0;
  bool ended = false, buildable = false;
  std::string why_not;
  within_isl(*analyzed.program, {baseline_seconds},
             [&] { written = estimate_loops(*analyzed.as_written, analyzed.program->schedule, target); });
  // Where there is another design, questions that a design cannot do without have to end in time too.
  const double asking = when_over == WhenOver::give_up ? options.seconds : Brake::unlimited;
  const Brake::Limits brake{asking, options.seconds, &Interruption::requested};
  const Interruption interruption;
  std::optional<RateMatcher> matcher;
  within_isl(*analyzed.program, brake, [&] {
    const unsigned long before = poly::count_cut_short();
    const auto is_over = [&] { return seconds() > options.seconds || Interruption::requested(); };
    matcher.emplace(analyzed, target, limits, options, is_over);
    TimeSearch search(*matcher, goal, is_over);
    if (options.pipeline) best = search.run();
    ended = search.ended() || poly::count_cut_short() != before;
    buildable = search.is_buildable();
    why_not = matcher->why_not();
    fastest = search.fastest();
  });
  if (ended && when_over == WhenOver::give_up && (!best || !buildable))
    return make_error("no-design", "its time ended before a design was estimated with all of its channels", at);
  if (!best && Interruption::requested()) return interrupted_too_early(*matcher, at);
  if (!best && ended) within_isl(*analyzed.program, {baseline_seconds}, [&] { best = matcher->without_copies(); });
  buildable = buildable || best;
  // Channels may cost more than they win, and less without a schedule; or no other schedule can be built.
  const double without_channels = static_cast<double>(std::min(written.baseline, written.automatic));
  const bool is_slower = best && written.available && goal.is_latency() && best->cycles > without_channels;
  std::optional<StreamingDesign> plain;
  if (!best || (is_slower && !Interruption::requested())) {
    within_isl(*analyzed.program, {unscheduled_seconds, Brake::unlimited, &Interruption::requested},
               [&] { plain = matcher->unscheduled(); });
    ended = ended || Interruption::requested();
    if (!buildable && !plain)
      return make_error("no-design",
                        "no schedule of the processes could be built" + (why_not.empty() ? "" : ": " + why_not) +
                            (ended ? dse::explore::ended_meanwhile : ""),
                        at);
    if (plain && plain->fits && (!best || plain->cycles <= best->cycles)) best = plain;
  }
  if (!best && Interruption::requested()) return interrupted_too_early(*matcher, at);
  const bool none_fits = !ended || (plain && plain->judged);  // else there was no time to judge all that may fit
  if (!best && none_fits && when_over == WhenOver::answer && matcher->nearest())
    return refuse(*matcher->nearest(), limits, options, device, ended, at);
  const auto baseline = static_cast<double>(written.baseline);
  if (!best) best = as_written(analyzed, baseline);
  Explored explored = explored_of(*best, analyzed.rewriting, fastest, matcher->candidates(), seconds());
  explored.report.baseline = written.baseline;
  explored.report.automatic = written.automatic;
  explored.report.speedup = std::max(baseline, 1.0) / std::max(best->cycles, 1.0);
  if (ended) explored.report.ended_early = Interruption::requested() ? "interrupted" : "out of time";
  return explored;
}

}  // namespace pom::driver
