#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "dse/explore/budget/effort.hpp"
#include "dse/explore/context/context.hpp"
#include "dse/explore/programs/ledger.hpp"
#include "dse/explore/programs/plan_builder.hpp"
#include "dse/explore/programs/planned.hpp"
#include "dse/explore/programs/programs.hpp"
#include "dse/explore/tiles/asked_buffers.hpp"
#include "dse/explore/tiles/buffer_plans.hpp"
#include "dse/explore/tiles/external.hpp"
#include "dse/explore/tiles/transfers.hpp"
#include "polyhedral/buffers/place_buffers.hpp"
#include "polyhedral/buffers/write_as_scheduled.hpp"
#include "polyhedral/ir/cut_short.hpp"
#include "polyhedral/ir/number_too_large.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "support/brake.hpp"

/// The course of a search over what lies on the chip of arguments behind a bus.
namespace pom::dse::explore {

namespace {

/// Searches of a plan. Where a design takes f times a limit, the next search gets `less_again` / f of what it had.
constexpr int most_searches = 3;
constexpr double less_again = 0.97;
/// No search gets less than this part of what the one before had: a design far too large was foreseen wrongly.
constexpr double least_part = 0.5;
/// Part of the time left in which the search of one plan may raise its bound: those of other plans come behind it, and
/// a design is worth more than a proof.
constexpr double part_for_bound = 0.1;
/// Seconds that isl has to build a design once the time of the search is over; it takes a tenth of that.
constexpr double least_to_build = 0.7;

/// Why a plan has no design.
constexpr const char* no_faster = "no design with it that fits is known to be faster";

/// What the design takes that a plan's search has found, once it is built on the program as written.
struct Built {
  Taken taken;
  Taken beside;  ///< what does not fit: as if copies ran beside the work, which would be faster; 0: nothing
};

class BufferSearch {
 public:
  BufferSearch(const poly::Scop& as_written, const graph::DependenceGraph& graph, const poly::IslContext& context,
               const devices::Target& target, const ExploreOptions& options)
      : as_written_(as_written),
        graph_(graph),
        context_(context),
        target_(target),
        options_(options),
        search_(as_written, graph, target, options),
        ledger_(options, target),
        asked_(buffer_directives(search_.program().schedule)),
        widths_(widths_for(*as_written.program, options, asked_)),
        transfers_(least_transfers(as_written, widths_.front())),
        port_cycles_(least_port_cycles(as_written, widths_.front())) {}

  Result<Exploration> run() {
    if (!asked_.empty()) {
      try_own();
      take_as_asked();
      if (!best_) return exceeds_ ? refuse() : plain();
      Exploration found = finish();
      for (const std::string& why : refusals_) found.notes.push_back("on the chip, but not scheduled, " + why);
      return found;
    }
    std::vector<BufferPlan> plans;
    const auto blocks = static_cast<std::int64_t>(search_.limits.most().bram_18k);
    if (options_.buffer) plans = list_buffer_plans(as_written_, graph_.dependences, blocks, widths_);
    const HardwareStrategies& may = options_.hardware;
    if (!may.pipeline || !may.split || !may.unroll || !may.partition)
      std::erase_if(plans, [](const BufferPlan& plan) { return plan.is_whole; });
    if (plans.empty()) return plain();
    for (const BufferPlan& plan : plans) {
      const bool is_slower = best_ && plan.copy_cycles >= best_->qor.latency_average;
      if (!ledger_.is_over() && !is_slower) try_plan(plan);
      if (!best_ && ledger_.ended_early()) take_plain();
    }
    take_as_asked();
    const std::optional<Diagnostic> refused = ledger_.is_over() && best_ ? Status{} : take_plain();
    if (refused && !best_) return *refused;
    return finish();
  }

 private:
  /// The time that is left, as if it were all: questions that may take a part of it would be late behind other plans.
  /// Without any design, half of it is kept for one without buffers.
  Brake::Limits brake_of_plan() const {
    const double left = ledger_.in_time_left().seconds / (best_ ? 1 : 2);
    return {Brake::unlimited, std::max(least_to_build, left), options_.interrupted};
  }
  ExploreOptions in_time_left() const {
    ExploreOptions options = ledger_.in_time_left();
    options.bound_seconds = part_for_bound * options.seconds;
    if (best_ && ledger_.is_for_latency()) options.incumbent = std::min(options.incumbent, best_->qor.latency_average);
    return options;
  }

  /// All arguments behind the bus, and why. Of designs with buffers nothing is known but what the bus takes.
  Result<Exploration> plain() const {
    Result<Exploration> found = explore_with_read_copies(as_written_, graph_, target_, in_time_left());
    if (!found) return found;
    for (const std::string& why : refusals_) found->notes.push_back("not kept on the chip, " + why);
    found->transfers = transfers_;
    if (!refusals_.empty() || !asked_.empty()) found->bound = 0, found->exhaustive = false;
    if (!found->nothing_fits) found->bound = std::min(std::max(found->bound, port_cycles_), found->qor.latency_average);
    return found;
  }

  /// A design without buffers that is better than the best so far. An error: there is none.
  Status take_plain() {
    if (has_plain_) return {};
    Result<Exploration> found = plain();
    if (!found) return found.errors().front();
    has_plain_ = true;
    ledger_.count(*found);
    take(*std::move(found));
    return {};
  }

  /// The buffers that the program asks for: all of them, or else one after the other those that can stay beside those
  /// before.
  void try_own() {
    search_for(plan_asked(asked_, "as the program asks"));
    const std::set<std::string> arrays = buffered_arrays(asked_);
    if (best_ || arrays.size() == 1) return;
    refusals_.clear();
    std::set<std::string> staying;
    std::optional<Exploration> last;
    for (auto array = arrays.begin(); array != arrays.end() && !ledger_.is_over(); ++array) {
      staying.insert(*array);
      const BufferPlan plan = plan_asked(only_buffers_of(staying, asked_), "\"" + *array + "\" as the program asks");
      std::string why_not;
      if (std::optional<Exploration> found = search_plan(plan, why_not)) {
        last = std::move(found);
      } else {
        staying.erase(*array);
      }
    }
    if (last) take(*std::move(last));
  }

  /// With the buffers that the program asks for not even the program as it stands fits.
  Result<Exploration> refuse() const {
    return no_design(builder_.estimate_unscheduled(asked_).value_or(UnscheduledDesign{}), search_);
  }

  /// The program as it is written, with its buffers: what a design has to be better than, where it holds the limits.
  void take_as_asked() {
    Exploration found;
    found.schedule = behind_kept(search_, asked_);
    std::string why_not;
    const std::optional<BuiltDesign> built = builder_.estimate_schedule(found.schedule, why_not);
    exceeds_ = built && !builder_.fits(*built);
    if (!built || exceeds_) return;
    put(*built, found);
    found.exhaustive = true;
    take(std::move(found));
  }

  static void put(const BuiltDesign& built, Exploration& found) {
    found.qor = built.qor;
    found.port_banks = built.port_banks;
  }

  /// A design of the plan that is better than the best so far, by the search or as the tool pipelines it.
  void try_plan(const BufferPlan& plan) {
    std::optional<Exploration> plain = without_schedule(plan);
    const bool fits = plain.has_value();
    if (plain) take(*std::move(plain));
    if (plan.is_whole) return;
    const std::size_t refusals = refusals_.size();
    search_for(plan);
    if (fits) refusals_.resize(refusals);
  }

  /// By the search alone.
  void search_for(const BufferPlan& plan) {
    std::string why_not;
    std::optional<Exploration> found = search_plan(plan, why_not);
    if (!found && !why_not.empty()) refusals_.push_back(plan.reason + ": " + why_not);
    if (!found) ledger_.leave_open();
    if (found) take(*std::move(found));
  }

  /// The plan's copies, and its nests without a schedule.
  std::optional<Exploration> without_schedule(const BufferPlan& plan) const {
    const Brake brake(brake_of_plan());
    Exploration found;
    found.schedule = behind_kept(search_, plan.directives);
    std::string why_not;
    const unsigned long before = poly::count_cut_short();
    const auto built = builder_.estimate_schedule(found.schedule, why_not);
    if (!built || !builder_.fits(*built) || poly::count_cut_short() != before) return std::nullopt;
    put(*built, found);
    found.exhaustive = true;  // beside what the search says of the plan
    found.pareto = {{found.qor.latency_average, found.qor.resources}};
    found.trail = {{"buffer", {}, transform::to_text(plan.directives), plan.reason}};
    if (!plan.is_whole)
      found.notes = {"no schedule of what works on these buffers is better than the tool's own pipelining"};
    return found;
  }

  /// Buffers of one argument share their banks, and copies are built as they stand: a design that passes a limit for
  /// that is searched again with less of the device. Nothing where no design keeps to the plan, and a reason in
  /// `why_not`, unless time ended.
  std::optional<Exploration> search_plan(const BufferPlan& plan, std::string& why_not) {
    const Brake brake(brake_of_plan());
    const unsigned long before = poly::count_cut_short();
    Taken share{1, 1};
    // The next share begins with what the design takes, which may be far below what it was allowed to take.
    const auto take_less = [&](const Taken& now, const Taken& too_large) {
      const auto less = [](double part) { return std::max(least_part, less_again / part); };
      if (too_large.logic > 1) share.logic = std::min(share.logic, now.logic) * less(too_large.logic);
      if (too_large.memory > 1) share.memory = std::min(share.memory, now.memory) * less(too_large.memory);
    };
    std::optional<Exploration> kept;
    const std::optional<Planned> planned = builder_.make(plan.directives, why_not);
    // Buffers whose banks no time was left to find are others than those of the design.
    if (poly::count_cut_short() != before) {
      ledger_.end_early();
      return std::nullopt;
    }
    for (int round = 0; planned && round < most_searches && (round == 0 || !ledger_.is_over()); ++round) {
      ExploreOptions options = in_time_left();
      options.frame = planned->frame;
      // In the plan's program its copies and its work take turns; in the design all of them may run beside it.
      options.frame.copies_beside_work = has_overlaps(plan) || (plan.is_asked && may_overlap(plan, *planned));
      options.incumbent = options.frame.copies_beside_work ? INFINITY : options.incumbent + plan.copy_cycles;
      options.lut *= share.logic;
      options.ff *= share.logic;
      options.bram *= share.memory;
      Result<Exploration> found = explore_with_read_copies(planned->as_written, planned->graph, target_, options);
      // What is no faster than a design that is known was not looked at, whether it fits or not.
      const bool beside_known = std::isfinite(options.incumbent);
      if (!found) {
        why_not = beside_known ? no_faster : found.errors().front().message;
        break;
      }
      ledger_.count(*found);
      // Copies share the device with the work, so that what is proved of the work alone settles nothing.
      if (options.frame.copies_beside_work)
        found->bound = std::max(found->bound, port_cycles_), found->exhaustive = false;
      if (round == 0) prove(*found);
      if (found->nothing_fits) {
        why_not = beside_known ? no_faster : "no design with it fits";
        break;
      }
      const Taken foreseen = search_.limits.taken_by(found->qor);
      const unsigned long before_build = poly::count_cut_short();
      const std::optional<Built> built = build(plan, *planned, *found, why_not);
      const bool is_late = poly::count_cut_short() != before_build;
      if (is_late) ledger_.end_early();
      if (is_late || !built) break;
      if (!built->taken.fits()) {
        // What the search foresees may be far below what is built, as two halves of each buffer are: it keeps the
        // limits by less than it did. Fewer banks take less of both.
        const double logic = std::max(built->taken.logic, 1 + same_cycles);
        take_less({built->taken.logic > 1 ? foreseen.logic : 1, foreseen.memory}, {logic, built->taken.memory});
        continue;
      }
      // A smaller one may be faster, with two halves of its tiles.
      const bool better = !kept || found->qor.latency_average < kept->qor.latency_average;
      if (better) kept = *std::move(found);
      if (!better || built->beside.fits()) break;
      take_less(built->taken, built->beside);
    }
    return kept;
  }

  /// Puts the schedule of the program as written in the place of that of the plan's program, and its estimate, where
  /// that fits. Nothing: it is refused.
  std::optional<Built> build(const BufferPlan& plan, const Planned& planned, Exploration& found, std::string& why_not) {
    const Brake brake({Brake::unlimited, std::max(least_to_build, ledger_.in_time_left().seconds), {}});
    const std::size_t kept = planned.as_written.program->schedule.size();
    const Schedule inside =
        say_of_arrays({found.schedule.begin() + static_cast<std::ptrdiff_t>(kept), found.schedule.end()}, planned);
    Schedule whole = behind_kept(search_, plan.directives);
    whole.insert(whole.end(), inside.begin(), inside.end());
    const auto design = builder_.estimate_schedule(whole, why_not);
    if (!design) return std::nullopt;
    Built built{search_.limits.taken_by(design->qor), {}};
    const bool fits = builder_.fits(*design);
    if (!fits && built.taken.fits()) built.taken.logic = 1 + same_cycles;
    if (!fits) return built;
    found.schedule = std::move(whole);
    put(*design, found);
    found.trail.insert(found.trail.begin(), {"buffer", {}, transform::to_text(plan.directives), plan.reason});
    built.beside = overlap(plan, planned, found);
    found.pareto = find_front_with({found.qor.latency_average, found.qor.resources}, std::move(found.pareto),
                                   search_.goal.is_latency());
    // What a loop waits for is the argument, to whoever looks for a rewriting.
    for (estimate::LoopEstimate& loop : found.qor.loops) {
      const auto array = planned.arrays.find(loop.reason.array);
      if (array != planned.arrays.end()) loop.reason.array = array->second;
    }
    return built;
  }

  /// Copies of some nest's tiles may run beside its work, and do not yet.
  bool may_overlap(const BufferPlan& plan, const Planned& planned) const {
    if (!plan.is_asked || !options_.buffer) return options_.buffer && !has_overlaps(plan);
    return std::any_of(planned.overlaps.begin(), planned.overlaps.end(),
                       [&](const Directive& directive) { return builder_.accepts(plan.directives, directive); });
  }

  /// Lets the loads, the work and the stores of a nest's tiles overlap where that fits and is faster. The bound
  /// stays: where it has to hold for such designs, it is that of the work alone. Returns what those take that would be
  /// faster and do not fit.
  Taken overlap(const BufferPlan& plan, const Planned& planned, Exploration& found) const {
    if (!may_overlap(plan, planned) || ledger_.is_over()) return {};
    Taken too_large;
    Schedule taken;
    for (const Directive& directive : planned.overlaps) {
      Schedule whole = found.schedule;
      whole.push_back(directive);
      std::string why_not;
      const auto built = builder_.estimate_schedule(whole, why_not);
      if (!built || built->qor.latency_average >= found.qor.latency_average) continue;
      if (!builder_.fits(*built)) {
        const double beaten =
            best_ ? std::min(best_->qor.latency_average, found.qor.latency_average) : found.qor.latency_average;
        if (built->qor.latency_average > (1 - negligible_part) * beaten) continue;
        const Taken all = search_.limits.taken_by(built->qor);
        too_large = {std::max(too_large.logic, all.logic), std::max(too_large.memory, all.memory)};
        continue;
      }
      found.schedule = std::move(whole);
      put(*built, found);
      taken.push_back(directive);
    }
    if (!taken.empty())
      found.trail.push_back({"buffer", {}, transform::to_text(taken), "tiles are loaded and stored beside the work"});
    return too_large;
  }

  /// A design that no search has found proves nothing.
  void prove(const Exploration& found) { ledger_.prove(found.bound > 0 ? found.bound : INFINITY, found.exhaustive); }

  /// The better one of the design and the best so far stays; all that is proved of both holds for the answer.
  void take(Exploration found) {
    prove(found);
    if (!best_ || ledger_.prefers(found, *best_)) best_ = std::move(found);
  }

  /// All programs that were searched are one space.
  Exploration finish() {
    const bool has_bound = std::isfinite(ledger_.bound());
    if (!has_bound || !refusals_.empty()) ledger_.leave_open();
    Exploration found = ledger_.close(*std::move(best_));
    if (std::optional<UnscheduledDesign> written = builder_.estimate_unscheduled(asked_)) {
      found.baseline = std::move(written->plain);
      found.automatic = std::move(written->automatic);
    }
    found.transfers = transfers_;
    const double bound = std::max(has_bound ? found.bound : 0, port_cycles_);
    found.bound = found.nothing_fits ? 0 : std::min(bound, found.qor.latency_average);
    return found;
  }

  const poly::Scop& as_written_;
  const graph::DependenceGraph& graph_;
  const poly::IslContext& context_;
  const devices::Target& target_;
  const ExploreOptions& options_;
  SearchContext search_;
  SearchLedger ledger_;
  const PlanBuilder builder_{search_, context_};
  const Schedule asked_;                  ///< the buffers that the program asks for
  const std::vector<PortWidths> widths_;  ///< the widest first
  const double transfers_, port_cycles_;  ///< of the fullest bus, and of the fullest port of all
  std::optional<Exploration> best_;
  bool has_plain_ = false;
  bool exceeds_ = false;  ///< the program as it is written, with its buffers: some limit
  std::vector<std::string> refusals_;
};

}  // namespace

Result<Exploration> explore_with_buffers(const poly::Scop& as_written, const graph::DependenceGraph& graph,
                                         const poly::IslContext& context, const devices::Target& target,
                                         const ExploreOptions& options) {
  const Schedule& own = as_written.program->schedule;
  const bool outside = std::any_of(own.begin(), own.end(), [](const Directive& directive) {
    const auto* port = std::get_if<Interface>(&directive.primitive);
    return (port && port->mode == "m_axi") || std::holds_alternative<BufferAt>(directive.primitive);
  });
  if (!outside) return explore_with_read_copies(as_written, graph, target, options);
  return BufferSearch(as_written, graph, context, target, options).run();
}

}  // namespace pom::dse::explore
