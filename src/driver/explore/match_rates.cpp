#include "driver/explore/match_rates.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <set>
#include <variant>

#include "driver/explore/interruption.hpp"
#include "driver/explore/process_rates.hpp"
#include "dse/estimate/estimate.hpp"
#include "dse/estimate/stalls/stalls.hpp"
#include "dse/explore/budget/limits.hpp"
#include "dse/explore/context/context.hpp"
#include "dse/kernel/from_loops.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/loops/ast_cache.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "polyhedral/streaming/buffer_banks.hpp"
#include "polyhedral/streaming/keep_less.hpp"
#include "support/findings.hpp"
#include "support/number_text.hpp"

namespace pom::driver {

namespace {

using Choices = std::vector<RateChoice>;

struct StreamingDesign {
  Choices choices;  ///< by process
  Schedule schedule;
  dse::Kernel kernel;
  dse::estimate::Qor qor;
  double cycles = 0;  ///< of the simulated run
  bool fits = false;
  std::size_t time = 0;  ///< the number of the time that it was made for
};

/// Processes with little to do may be faster than they must: a copy of pixels that hands on all of a pixel's channels
/// at once spares its consumer to collect them.
enum class Copies { least, generous };

class RateMatcher {
 public:
  RateMatcher(const Compilation& analyzed, const dse::devices::Target& target, const dse::explore::Limits& limits)
      : analyzed_(analyzed), target_(target), limits_(limits), rates_(list_rates(*analyzed.as_written)) {}

  /// All times that some choice takes, longest first.
  std::vector<double> times() const {
    double slowest_of_fastest = 0;
    std::set<double, std::greater<>> all;
    for (const Choices& of_process : rates_) {
      slowest_of_fastest = std::max(slowest_of_fastest, of_process.back().cycles);
      for (const RateChoice& choice : of_process) all.insert(choice.cycles);
    }
    std::vector<double> times;
    std::copy_if(all.begin(), all.end(), std::back_inserter(times), [&](double t) { return t >= slowest_of_fastest; });
    return times;
  }

  /// Processes of nearly no work may be faster than this time asks for.
  bool can_be_generous(double time) const { return work_at(time, Copies::generous) > work_at(time, Copies::least); }

  /// The cheapest choices that keep a time; nothing where they cannot be built.
  std::optional<StreamingDesign> design(double time, Copies copies = Copies::least) {
    StreamingDesign design{choices(time, copies), {}, {}, {}, 0, false, 0};
    return build(design) ? std::optional(std::move(design)) : std::nullopt;
  }

  /// More operations than the device has room for, however small they are: not worth an estimate.
  bool is_hopeless(double time) const {
    constexpr double luts_of_one = 20, in_one_dsp = 2, beside_products = 1.2;
    const double work = work_at(time, Copies::least);
    if (work > most_work_) return true;
    const dse::devices::Device& device = *target_.device;
    return work > beside_products *
                      (in_one_dsp * static_cast<double>(device.dsp) + static_cast<double>(device.lut) / luts_of_one);
  }

  /// Gives a design that fits so far its FIFOs' depths. False: they do not fit.
  bool settle(StreamingDesign& design) const {
    const auto estimated = dse::estimate::estimate(design.kernel, target_);
    if (!std::holds_alternative<dse::estimate::Qor>(estimated)) return false;
    design.qor = std::get<dse::estimate::Qor>(estimated);
    const auto run = dse::estimate::find_stalls(design.kernel, target_, design.qor);
    if (const auto* stalls = std::get_if<dse::estimate::Stalls>(&run); stalls && stalls->deadlock.empty()) {
      design.cycles = static_cast<double>(stalls->least_latency);
      if (set_depths(design.kernel, *stalls)) {
        const auto answer = dse::estimate::estimate(design.kernel, target_);
        if (const auto* qor = std::get_if<dse::estimate::Qor>(&answer)) design.qor = *qor;
      }
    }
    design.fits = limits_.hold(design.qor);
    return design.fits;
  }

  long candidates() const { return candidates_; }

 private:
  double work_at(double time, Copies copies) const {
    double work = 0;
    for (const RateChoice& choice : choices(time, copies)) work += choice.work;
    return work;
  }

  /// DSP blocks and LUTs grow with the work, some of which may become cheaper than it was here.
  void learn_from(const StreamingDesign& design) {
    constexpr double cheaper = 1.25;
    double work = 0;
    for (const RateChoice& choice : design.choices) work += choice.work;
    const dse::estimate::Resources &taken = design.qor.resources, &most = limits_.most();
    const double times = std::max(taken.dsp / std::max(most.dsp, 1.0), taken.lut / std::max(most.lut, 1.0));
    if (times > cheaper) most_work_ = std::min(most_work_, work / times * cheaper);
  }

  static constexpr int least_fifo = 2;  ///< tokens: registers, which cost no more than one place

  /// Of each process the least work that keeps the time. Where that is hardly more of all work, it is without a partial
  /// strip, so that its neighbours find as many tokens in every iteration; or faster.
  Choices choices(double time, Copies copies) const {
    constexpr double negligible = 0.02;
    Choices all;
    double work = 0;
    for (const Choices& of_process : rates_) {
      all.push_back(*first_in(of_process, time));
      work += all.back().work;
    }
    for (std::size_t p = 0; p < rates_.size(); ++p) {
      const double most = all[p].work + negligible * work;
      for (auto faster = first_in(rates_[p], time); faster != rates_[p].end() && faster->work <= most; ++faster) {
        if (copies == Copies::generous || (all[p].partial && !faster->partial)) all[p] = *faster;
      }
    }
    return all;
  }

  /// The first choice that keeps the time, or the fastest.
  static Choices::const_iterator first_in(const Choices& of_process, double time) {
    const auto kept = std::find_if(of_process.begin(), of_process.end(),
                                   [&](const RateChoice& choice) { return choice.cycles <= time; });
    return kept == of_process.end() ? std::prev(of_process.end()) : kept;
  }

  bool build(StreamingDesign& design) {
    ++candidates_;
    design.schedule = dse::explore::kept_directives(analyzed_.program->schedule);
    design.schedule.push_back({Dataflow{Channels::automatic}, {}});
    for (const RateChoice& choice : design.choices) {
      for (Directive& directive : choice.schedule()) design.schedule.push_back(std::move(directive));
    }
    const auto applied = poly::apply_schedule(*analyzed_.as_written, *analyzed_.dependences, design.schedule);
    if (!applied) return false;
    poly::Scop scheduled = poly::with_shared_pipelines(*applied);
    add_banks(scheduled, design.schedule);
    auto streaming = poly::stream_channels(scheduled, *analyzed_.dependences, analyzed_.isl, poly::CountAlive::no);
    if (!streaming) return false;
    auto loops = poly::generate_loops(streaming->scop, &asts_);
    return loops && judge(dse::make_kernel(*loops), design);
  }

  /// Ports and tables are cut so that one iteration finds all that it wants.
  void add_banks(poly::Scop& scheduled, Schedule& schedule) const {
    const dsl::Function& program = *scheduled.program;
    static const char* const kinds[] = {"cyclic", "block", "complete"};
    for (const int array : program.used_arrays()) {
      const dsl::Array& declared = *program.arrays[array];
      if (declared.shape.empty() || (declared.local && !declared.is_table())) continue;
      poly::Storage cells = poly::all_cells(scheduled, array);
      const std::vector<poly::PartitionMark> marks = poly::cut_into_banks(scheduled, array, cells);
      if (marks.empty()) continue;
      Partition partition{declared.name, std::vector<std::int64_t>(declared.shape.size(), 1),
                          std::vector<std::string>(declared.shape.size(), "cyclic")};
      for (const poly::PartitionMark& mark : marks) {
        const auto d = static_cast<std::size_t>(mark.dimension);
        partition.factors[d] = std::min(mark.factor, declared.shape[d]);
        partition.kinds[d] = kinds[static_cast<int>(mark.kind)];
        scheduled.hardware.partitions.push_back(mark);
        scheduled.hardware.partitions.back().factor = partition.factors[d];
      }
      schedule.push_back({partition, {}});
    }
  }

  /// As if the FIFOs were as small as they are built: what does not fit then never fits. The run of the rest is that of
  /// FIFOs without limit, whose latency `settle` keeps.
  bool judge(dse::Kernel kernel, StreamingDesign& design) {
    dse::Kernel smallest = kernel;
    for (dse::Array& array : smallest.top_function().arrays) {
      if (array.stream) array.depth = std::min(array.depth, least_fifo);
    }
    const auto answer = dse::estimate::estimate(smallest, target_);
    if (!std::holds_alternative<dse::estimate::Qor>(answer)) return false;
    design.qor = std::get<dse::estimate::Qor>(answer);
    design.cycles = design.qor.latency_average;
    design.fits = limits_.hold(design.qor);
    if (!design.fits) {
      learn_from(design);
      return true;
    }
    const auto run = dse::estimate::find_run(kernel, target_, design.qor);
    if (const auto* stalls = std::get_if<dse::estimate::Stalls>(&run); stalls && stalls->deadlock.empty())
      design.cycles = static_cast<double>(stalls->latency);
    design.kernel = std::move(kernel);
    return true;
  }

  static bool set_depths(dse::Kernel& kernel, const dse::estimate::Stalls& stalls) {
    const std::map<std::string, std::int64_t> depths = dse::estimate::least_depths(stalls.fifos);
    for (dse::Array& array : kernel.top_function().arrays) {
      const auto found = depths.find(array.name);
      if (array.stream && found != depths.end())
        array.depth = static_cast<int>(std::min<std::int64_t>(array.depth, found->second));
    }
    return !depths.empty();
  }

  const Compilation& analyzed_;
  const dse::devices::Target& target_;
  const dse::explore::Limits& limits_;
  const std::vector<Choices> rates_;
  poly::AstCache asts_;  ///< many processes are what they were in another candidate
  double most_work_ = std::numeric_limits<double>::infinity();  ///< more does not fit, as designs so far tell
  long candidates_ = 0;
};

/// Looks for the shortest time whose design fits.
class TimeSearch {
 public:
  TimeSearch(RateMatcher& matcher, std::function<bool()> is_over)
      : matcher_(matcher), times_(matcher.times()), is_over_(std::move(is_over)) {}

  /// Nothing: no schedule of the processes could be built.
  std::optional<StreamingDesign> run() {
    halve();
    for (std::size_t next = times_.size(); next-- > 0 && found_.empty() && !ended_;) {
      if (!tried_.contains(next)) fits(next);
    }
    // What cannot be streamed evenly is slower than its time: longer ones may be better while they are below it.
    for (std::size_t next = shortest_; next-- > 0 && !found_.empty() && !ended_;) {
      if (!tried_.contains(next) && times_[next] < best().cycles) fits(next);
    }
    if (!found_.empty() && !ended_ && matcher_.can_be_generous(times_[best().time]))
      fits(best().time, Copies::generous);
    return settled();
  }

  bool ended() const { return ended_; }
  double fastest() const { return times_.back(); }

 private:
  /// Mostly longer times are cheaper: all before `low` fit, none from `high` on does. Memories may cost more with fewer
  /// tokens at a time: where nothing fitted, the others are tried too.
  void halve() {
    std::size_t low = 0, high = times_.size();
    for (std::size_t next = high - 1; low < high && !ended_; next = (low + high) / 2) {
      if (fits(next)) {
        low = next + 1;
      } else {
        high = next;
      }
    }
    shortest_ = low;
  }

  bool fits(std::size_t time, Copies copies = Copies::least) {
    tried_.insert(time);
    if (time > 0 && matcher_.is_hopeless(times_[time])) return false;
    auto design = matcher_.design(times_[time], copies);
    ended_ = is_over_();
    if (!design) return false;
    design->time = time;
    const bool holds = design->fits;
    if (holds) {
      found_.push_back(*std::move(design));
    } else if (!smallest_ || design->cycles > smallest_->cycles) {
      smallest_ = std::move(design);
    }
    return holds;
  }

  /// The first of the fastest.
  StreamingDesign& best() {
    return *std::min_element(found_.begin(), found_.end(),
                             [](const StreamingDesign& a, const StreamingDesign& b) { return a.cycles < b.cycles; });
  }

  /// Depths of FIFOs take long to find, and hardly ever decide whether a design fits: only the best one gets them.
  std::optional<StreamingDesign> settled() {
    while (!found_.empty()) {
      StreamingDesign& next = best();
      if (matcher_.settle(next)) return std::move(next);
      if (!smallest_ || next.cycles > smallest_->cycles) smallest_ = std::move(next);
      found_.erase(found_.begin() + (&next - found_.data()));
    }
    return std::move(smallest_);
  }

  RateMatcher& matcher_;
  const std::vector<double> times_;
  const std::function<bool()> is_over_;
  std::vector<StreamingDesign> found_;       ///< that fit, without their FIFOs
  std::optional<StreamingDesign> smallest_;  ///< of those that do not: the slowest
  std::set<std::size_t> tried_;
  std::size_t shortest_ = 0;  ///< times from here on did not fit
  bool ended_ = false;
};

/// Cycles of the program as written.
double cycles_as_written(const Compilation& analyzed, const dse::devices::Target& target, bool automatic) {
  auto loops = poly::generate_loops(*analyzed.as_written);
  if (!loops) return 0;
  const auto answer = dse::estimate::estimate(dse::make_kernel(*loops), target, {.automatic_pipelining = automatic});
  const auto* qor = std::get_if<dse::estimate::Qor>(&answer);
  return qor ? qor->latency_average : 0;
}

std::string line_of(const RateChoice& choice, double slowest) {
  return "\"" + choice.compute + "\": " + choice.loop + " pipelined" +
         (choice.at_once > 1 ? ", " + std::to_string(choice.at_once) + " iterations at once" : "") + ", " +
         (choice.interval > 1 ? "one in " + std::to_string(choice.interval) + " cycles, " : "") +
         number_text(choice.cycles / static_cast<double>(choice.interval), 12) + " iterations" +
         (choice.cycles == slowest ? " (the slowest)" : "");
}

Explored explored_of(const StreamingDesign& design, double fastest, long candidates, double seconds) {
  Explored explored{{}, design.schedule, {}, {}};
  Exploration& report = explored.report;
  report.available = true;
  report.bound = fastest;
  report.gap = design.cycles > 0 ? std::max(0.0, (design.cycles - fastest) / design.cycles) : 0;
  report.candidates = candidates;
  report.seconds = seconds;
  report.nothing_fits = !design.fits;
  double slowest = 0;
  for (const RateChoice& choice : design.choices) slowest = std::max(slowest, choice.cycles);
  for (const RateChoice& choice : design.choices) report.trail.push_back(line_of(choice, slowest));
  for (const Directive& directive : design.schedule) report.schedule += to_string(directive) + ";\n";
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
                             const Location& at) {
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  const dse::devices::Device& device = *target.device;
  const dse::explore::Limits limits(most_resources(options, device), options.confidence);
  std::optional<StreamingDesign> best;
  double fastest = 0, baseline = 0, automatic = 0;
  long candidates = 0;
  bool ended = false;
  const Brake::Limits brake{Brake::unlimited, options.seconds, &Interruption::requested};
  const Interruption interruption;
  within_isl(*analyzed.program, brake, [&] {
    RateMatcher matcher(analyzed, target, limits);
    TimeSearch search(matcher, [&] { return seconds() > options.seconds || Interruption::requested(); });
    best = search.run();
    ended = search.ended();
    fastest = search.fastest();
    candidates = matcher.candidates();
    baseline = cycles_as_written(analyzed, target, false);
    automatic = cycles_as_written(analyzed, target, true);
  });
  if (!best) return make_error("no-design", "no schedule of the processes could be built", at);
  Explored explored = explored_of(*best, fastest, candidates, seconds());
  explored.report.baseline = std::llround(baseline);
  explored.report.automatic = std::llround(automatic);
  explored.report.speedup = best->cycles > 0 ? baseline / best->cycles : 0;
  if (ended) explored.report.ended_early = Interruption::requested() ? "interrupted" : "out of time";
  return explored;
}

}  // namespace pom::driver
