#include "driver/explore/search_program.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <variant>

#include "driver/explore/buffer_streams.hpp"
#include "driver/explore/direct_streams.hpp"
#include "driver/explore/match_rates.hpp"
#include "driver/explore/replaced.hpp"
#include "support/interruption.hpp"
#include "support/join_lines.hpp"
#include "support/number_text.hpp"

namespace pom::driver {

namespace {

/// Of the time that is left, for a design of processes: there are fewer of them than of nests.
constexpr double part_for_processes = 0.5;

class Clock {
 public:
  explicit Clock(double seconds) : seconds_(seconds) {}
  double left() const {
    return seconds_ - std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  const double seconds_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The analysis that a search begins with.
std::unique_ptr<Compilation> analyze_in_time(const std::shared_ptr<const dsl::Function>& program, const Clock& clock,
                                             double seconds) {
  try {
    return analyze_program(program, clock.left());
  } catch (const CompileError& error) {
    std::vector<Diagnostic> found = error.diagnostics();
    for (Diagnostic& one : found) {
      if (one.code == "analysis-too-hard" && clock.left() <= 0)
        one.message +=
            "\nauto_DSE's " + number_text(seconds, 3) + " seconds ended meanwhile: more of them may help too";
    }
    throw CompileError(std::move(found));
  }
}

/// Of one that is known to hold the limits.
dse::explore::Rated fitting(const Explored& found) { return {found.cycles, found.resources, true}; }

/// Whether the program leaves it to the search what runs at the same time, and what lies where.
bool leaves_processes_open(const Schedule& own) {
  return std::none_of(own.begin(), own.end(), [](const Directive& directive) {
    const Primitive& p = directive.primitive;
    return std::holds_alternative<Dataflow>(p) || std::holds_alternative<BufferAt>(p) ||
           std::holds_alternative<DoubleBuffer>(p) || std::holds_alternative<AccumulateAt>(p) ||
           std::holds_alternative<ReuseAt>(p) || std::holds_alternative<Fuse>(p);
  });
}

/// The program as processes with streams between them. Nothing, and a reason in `why_not`: it cannot be that.
std::optional<Searched> search_processes(const dsl::Function& program, const dse::devices::Target& target,
                                         const DseOptions& options, const Location& at, std::string& why_not) {
  auto streaming = std::make_shared<dsl::Function>(program);
  streaming->schedule.push_back({Dataflow{Channels::automatic}, {}});
  const Clock clock(options.seconds);
  try {
    Searched searched{analyze_program(streaming, options.seconds), {}};
    Result<Explored> found = explore_program(*searched.made, target, options, at,
                                             std::numeric_limits<double>::infinity(), WhenOver::give_up);
    if (found) {
      searched.found = *std::move(found);
      return searched;
    }
    why_not = join_lines(found.errors().front().message, "; ");
  } catch (const CompileError& error) {
    const Diagnostic& first = error.diagnostics().front();
    const bool in_time = clock.left() > 0 || first.code != "analysis-too-hard";
    why_not = in_time ? join_lines(first.message, "; ") : "their time ended while they were analyzed";
  }
  return std::nullopt;
}

bool lacks_design(const std::vector<Diagnostic>& errors) {
  return std::all_of(errors.begin(), errors.end(), [](const Diagnostic& error) { return error.code == "no-design"; });
}

/// The better of both designs. A design of nests holds the limits. What is said of the program as written is said of
/// its nests.
void take_better(Searched& nests, std::optional<Searched> processes, const dse::explore::Goal& goal) {
  if (!processes) return;
  const Exploration of_nests = nests.found.report;
  const bool better =
      !processes->found.report.nothing_fits && goal.prefers(fitting(processes->found), fitting(nests.found));
  const Explored& other = better ? nests.found : processes->found;
  const std::string line =
      better ? "nests one after the other: nothing better was found"
             : "processes and streams: " +
                   (other.report.nothing_fits ? "nothing fits" : number_text(other.cycles, 15) + " cycles");
  const double other_bound = other.report.nothing_fits ? other.cycles : other.report.bound;
  const double other_seconds = other.report.seconds;
  const std::int64_t other_candidates = other.report.candidates;
  const std::string other_end = other.report.ended_early;
  if (better) nests = *std::move(processes);
  Exploration& report = nests.found.report;
  report.trail.push_back("the other architecture, " + line);
  report.candidates += other_candidates;
  report.seconds += other_seconds;
  report.exhaustive = false;
  if (report.ended_early.empty()) report.ended_early = other_end;
  report.bound = std::min(report.bound, other_bound);
  report.gap = nests.found.cycles > 0 ? (nests.found.cycles - report.bound) / nests.found.cycles : 0;
  report.transfers = of_nests.transfers;
  report.baseline = of_nests.baseline;
  report.automatic = of_nests.automatic;
  report.speedup = std::max(static_cast<double>(report.baseline), 1.0) / std::max(nests.found.cycles, 1.0);
}

}  // namespace

Searched search_program(const std::shared_ptr<dsl::Function>& program, const dse::devices::Target& target,
                        const DseOptions& options, const Location& at) {
  const auto direct = find_direct(std::make_shared<dsl::Function>(*program), target, options);
  const bool both = options.architecture == Architecture::automatic && leaves_processes_open(program->schedule);
  const dsl::Function as_written = *program;
  const Clock clock(options.seconds);
  Searched searched{analyze_in_time(buffer_streams(program), clock, options.seconds), {}};
  if (const std::vector<Diagnostic> wrong = check_asked(*searched.made); !wrong.empty()) throw CompileError(wrong);
  // From here to the files, Ctrl-C costs no design that is found.
  const Interruption of_search;
  DseOptions rest = options;
  std::optional<Searched> processes;
  std::string why_not;
  double in_vain = 0;  // seconds of the search for processes, of which there are none
  if (both) {
    const double before = clock.left();
    rest.seconds = part_for_processes * before;
    processes = search_processes(as_written, target, rest, at, why_not);
    if (!processes) in_vain = before - clock.left();
  }
  rest.seconds = clock.left();
  const dse::explore::Goal goal = goal_of(options, *target.device);
  const bool fits = processes && goal.is_latency() && !processes->found.report.nothing_fits;
  const double incumbent = fits ? processes->found.cycles : std::numeric_limits<double>::infinity();
  Result<Explored> found = explore_program(*searched.made, target, rest, at, incumbent);
  const bool is_direct = !found && direct && lacks_design(found.errors());
  if (is_direct) found = answer_direct(*direct, target, options, at, searched.made);
  if (!found) {
    if (!processes || processes->found.report.nothing_fits) throw CompileError(found.errors());
    return *std::move(processes);
  }
  searched.found = *std::move(found);
  if (direct && !is_direct) prefer_direct(*direct, searched.found, searched.made);
  if (!why_not.empty()) searched.found.report.trail.push_back("no processes and streams: " + why_not);
  searched.found.report.seconds += in_vain;
  take_better(searched, std::move(processes), goal);
  if (!searched.found.rewriting.empty()) searched.made = analyze_rewritten(*searched.made, searched.found.rewriting);
  return searched;
}

}  // namespace pom::driver
