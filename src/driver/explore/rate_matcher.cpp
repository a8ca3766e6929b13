#include "driver/explore/rate_matcher.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <variant>

#include "driver/explore/explore_program.hpp"
#include "driver/explore/product_bound.hpp"
#include "driver/explore/stream_words.hpp"
#include "dse/devices/tables/operators.hpp"
#include "dse/estimate/estimate.hpp"
#include "dse/estimate/qor/upper_bound.hpp"
#include "dse/explore/banks/banking.hpp"
#include "dse/explore/context/context.hpp"
#include "dse/explore/directives.hpp"
#include "dse/explore/tiles/transfers.hpp"
#include "dse/kernel/from_loops.hpp"
#include "dse/kernel/value_builder.hpp"
#include "dsl/model/ports.hpp"
#include "polyhedral/buffers/pack_arguments.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/ir/cut_short.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "polyhedral/streaming/buffer_banks.hpp"
#include "polyhedral/streaming/keep_less.hpp"
#include "polyhedral/streaming/only_ways.hpp"
#include "support/interruption.hpp"

namespace pom::driver {

namespace {

/// Without those that no port, or no number of multipliers, keeps; the quickest of all where it keeps none.
std::vector<Pace> paces_from(std::vector<Pace> paces, double cycles) {
  while (paces.size() > 1 && paces.back().time < cycles) paces.pop_back();
  return paces;
}

/// Of the adder that the tool takes by itself.
SumCycles sum_cycles_on(const dse::devices::Target& target) {
  return [&target](const Type& type) -> std::int64_t {
    const auto key = dse::devices::key_of(dse::OpKind::add, dse::number_type(type));
    return std::max(dse::devices::find_operator(target, key).latency, 1);
  };
}

using Sums = std::vector<std::vector<std::pair<int, BindOp>>>;

Sums list_sums(const poly::Scop& as_written) {
  Sums sums;
  for (const poly::Process& process : poly::find_processes(as_written)) {
    sums.emplace_back();
    for (const int s : process.statements) {
      for (BindOp& binding : dse::explore::sums_without_dsp(as_written.program->computes[s]))
        sums.back().emplace_back(s, std::move(binding));
    }
  }
  return sums;
}

bool set_depths(dse::Kernel& kernel, const std::map<std::string, std::int64_t>& depths) {
  for (dse::Array& array : kernel.top_function().arrays) {
    const auto found = depths.find(array.name);
    if (array.stream && found != depths.end())
      array.depth = static_cast<int>(std::min<std::int64_t>(array.depth, found->second));
  }
  return !depths.empty();
}

}  // namespace

Schedule kept_of_streams(const Schedule& own) {
  Schedule kept = dse::explore::kept_directives(own);
  std::copy_if(own.begin(), own.end(), std::back_inserter(kept),
               [](const Directive& directive) { return std::holds_alternative<ProcessGroup>(directive.primitive); });
  kept.push_back({Dataflow{Channels::automatic}, {}});
  return kept;
}

poly::Scop with_processes(const Compilation& analyzed) {
  const auto marked =
      poly::try_schedule(*analyzed.as_written, *analyzed.dependences, kept_of_streams(analyzed.program->schedule));
  return marked ? *marked : *analyzed.as_written;
}

RateMatcher::RateMatcher(const Compilation& analyzed, const dse::devices::Target& target,
                         const dse::explore::Limits& limits, const DseOptions& options,
                         const std::function<bool()>& is_over)
    : analyzed_(analyzed),
      target_(target),
      limits_(limits),
      may_cut_(options.partition),
      port_banks_(options.port_banks ? static_cast<double>(*options.port_banks) : INFINITY),
      written_(with_processes(analyzed)),
      ports_(dse::explore::widest_ports(*written_.program, options.pack ? port_bits(options, target.clock_ns) : 0)),
      sums_(options.bind_operators ? list_sums(written_) : Sums{}),
      least_cycles_(std::max(dse::explore::least_port_cycles(written_, ports_),
                             cycles_of_products(written_, target, limits.most().dsp))),
      paces_(paces_from(list_paces(written_, sum_cycles_on(target), {options.split, options.unroll, ports_}, is_over),
                        least_cycles_)) {}

std::optional<StreamingDesign> RateMatcher::design(std::size_t pace) {
  StreamingDesign design;
  design.choices = paces_[pace].choices;
  return build(design) ? std::optional(std::move(design)) : std::nullopt;
}

std::optional<StreamingDesign> RateMatcher::without_copies() {
  std::optional<StreamingDesign> slowest = design(0);
  return slowest && slowest->fits && slowest->judged && settle(*slowest) ? std::move(slowest) : std::nullopt;
}

std::optional<StreamingDesign> RateMatcher::unscheduled() {
  StreamingDesign design;
  if (!build(design)) return std::nullopt;
  design.fits = design.fits && settle(design) && design.judged;  // what does not fit is kept without its kernel
  return design;
}

double RateMatcher::affordable_at_first() const {
  const double blocks_of_float = sums_.empty() ? 5 : 3;  // a product and a sum, or the product alone
  constexpr double blocks_of_integer = 0.5;              // of small numbers, half of which LUTs multiply
  const dsl::Function& program = *analyzed_.as_written->program;
  const std::vector<int> used = program.used_arrays();
  const bool floats = std::any_of(used.begin(), used.end(), [&](int a) { return program.arrays[a]->type.is_float(); });
  return limits_.most().dsp / (floats ? blocks_of_float : blocks_of_integer);
}

bool RateMatcher::is_hopeless(const Pace& pace) const {
  constexpr double luts_of_one = 20, in_one_dsp = 2, beside_products = 1.2;
  const dse::devices::Device& device = *target_.device;
  return pace.work > beside_products *
                         (in_one_dsp * static_cast<double>(device.dsp) + static_cast<double>(device.lut) / luts_of_one);
}

double RateMatcher::share_of(const StreamingDesign& design) const {
  return std::max({limits_.taken_by(design.qor).logic, memory_share_of(design),
                   static_cast<double>(design.port_banks) / port_banks_});
}

double RateMatcher::memory_share_of(const StreamingDesign& design) const {
  return upper_bound(design).bram_18k / std::max(limits_.most().bram_18k, 1.0);
}

bool RateMatcher::settle(StreamingDesign& design) {
  const auto estimated = dse::estimate::estimate(design.kernel, target_);
  if (!std::holds_alternative<dse::estimate::Qor>(estimated)) return false;
  design.qor = std::get<dse::estimate::Qor>(estimated);
  const auto run = dse::estimate::find_stalls(design.kernel, target_, design.qor);
  std::map<std::string, std::int64_t> depths;
  if (const auto* stalls = std::get_if<dse::estimate::Stalls>(&run); stalls && stalls->deadlock.empty()) {
    // Depths that no search has found keep no latency.
    if (stalls->least_latency <= stalls->latency) design.cycles = static_cast<double>(stalls->least_latency);
    depths = dse::estimate::least_depths(stalls->fifos);
  }
  poly::keep_small(design.only_ways, depths);
  if (set_depths(design.kernel, depths)) {
    const auto answer = dse::estimate::estimate(design.kernel, target_);
    if (const auto* qor = std::get_if<dse::estimate::Qor>(&answer)) design.qor = *qor;
  }
  design.fits = holds_limits(design);
  keep_nearest(design);
  return design.fits;
}

Result<poly::Streaming> RateMatcher::stream(const poly::Scop& chosen, Schedule& schedule) const {
  const std::size_t of_choices = schedule.size();
  for (std::set<int> without_words;;) {
    schedule.resize(of_choices);
    poly::Scop scheduled = chosen;
    add_words(scheduled, *analyzed_.dependences, ports_, without_words, schedule);
    scheduled = poly::with_shared_pipelines(scheduled);
    add_banks(scheduled, schedule);
    auto streaming = poly::stream_channels(scheduled, *analyzed_.dependences, analyzed_.isl, poly::CountAlive::no,
                                           analyzed_.streams.get(), &Interruption::requested);
    const auto single = streaming ? poly::find_without_words(*streaming, scheduled.statements.size()) : std::nullopt;
    if (!single) return streaming;
    without_words.insert(*single);
  }
}

bool RateMatcher::build(StreamingDesign& design) {
  ++candidates_;
  const unsigned long before = poly::count_cut_short();
  design.schedule = kept_of_streams(analyzed_.program->schedule);
  for (const RateChoice& choice : design.choices) {
    for (Directive& directive : choice.schedule()) design.schedule.push_back(std::move(directive));
  }
  const auto applied = poly::try_schedule(*analyzed_.as_written, *analyzed_.dependences, design.schedule);
  if (!applied) return cannot(applied.errors());
  auto streaming = stream(*applied, design.schedule);
  if (!streaming) return cannot(streaming.errors());
  add_banks(*streaming, design.schedule);
  auto loops = poly::generate_loops(streaming->scop, analyzed_.asts.get());
  if (!loops) return cannot(loops.errors());
  design.only_ways = poly::list_only_ways(streaming->channels);
  design.judged = poly::count_cut_short() == before;
  if (!judge(*std::move(loops), design)) return false;
  keep_nearest(design);
  return true;
}

void RateMatcher::keep_nearest(const StreamingDesign& design) {
  if (design.fits || !design.judged || (nearest_ && share_of(*nearest_) <= share_of(design))) return;
  nearest_ = design;
  nearest_->kernel = {};  // many times as large as what is said of it
}

bool RateMatcher::cannot(const std::vector<Diagnostic>& errors) {
  why_not_ = errors.front().message;
  return false;
}

/// Memory ports and tables are cut so that one iteration finds all that it wants. What lies outside has no banks.
void RateMatcher::add_banks(poly::Scop& scheduled, Schedule& schedule) const {
  const dsl::Function& program = *scheduled.program;
  for (const int array : program.used_arrays()) {
    const dsl::Array& declared = *program.arrays[array];
    if (declared.local ? !declared.is_table() : !may_cut_) continue;
    if (poly::outside_mode(scheduled, declared.name).empty()) cut(scheduled, array, schedule);
  }
}

/// So are arrays that stay memories between two processes.
void RateMatcher::add_banks(poly::Streaming& streaming, Schedule& schedule) const {
  for (const poly::StreamedChannel& channel : streaming.channels) {
    if (!channel.memory.empty() && channel.fifo == channel.array)
      cut(streaming.scop, streaming.scop.program->find_array(channel.array), schedule);
  }
}

void RateMatcher::cut(poly::Scop& scop, int array, Schedule& schedule) const {
  static const char* const kinds[] = {"cyclic", "block", "complete"};
  const dsl::Array& declared = *scop.program->arrays[array];
  if (declared.shape.empty()) return;
  poly::Storage cells = poly::all_cells(scop, array);
  const std::vector<poly::PartitionMark> marks = poly::cut_into_banks(scop, array, cells, {});
  if (marks.empty()) return;
  Partition partition{declared.name, std::vector<std::int64_t>(declared.shape.size(), 1),
                      std::vector<std::string>(declared.shape.size(), "cyclic")};
  for (const poly::PartitionMark& mark : marks) {
    const auto d = static_cast<std::size_t>(mark.dimension);
    partition.factors[d] = std::min(mark.factor, declared.shape[d]);
    partition.kinds[d] = kinds[static_cast<int>(mark.kind)];
    scop.hardware.partitions.push_back(mark);
    scop.hardware.partitions.back().factor = partition.factors[d];
  }
  schedule.push_back({partition, {}});
}

/// Where DSP blocks are what is missing, the sums of processes are built without them: of as few processes as do, those
/// with the most work first.
bool RateMatcher::judge(poly::LoopTree loops, StreamingDesign& design) const {
  if (!estimate(loops, design)) return false;
  if (!lacks_dsp(design) || sums_.empty() || design.choices.empty()) return true;
  std::vector<std::size_t> processes(sums_.size());
  std::iota(processes.begin(), processes.end(), 0);
  std::stable_sort(processes.begin(), processes.end(), [&](std::size_t a, std::size_t b) {
    return design.choices[a].all_work() > design.choices[b].all_work();
  });
  const auto with_sums_of = [&](std::size_t count) {
    StreamingDesign changed = design;
    poly::LoopTree tree = loops;
    for (std::size_t n = 0; n < count; ++n) {
      for (const auto& [statement, binding] : sums_[processes[n]]) {
        changed.schedule.push_back({binding, {}});
        tree.bindings[statement].push_back({binding.operation, binding.implementation, binding.latency, {}});
      }
    }
    return estimate(tree, changed) ? std::optional(std::move(changed)) : std::nullopt;
  };
  std::size_t too_few = 0, enough = processes.size();
  std::optional<StreamingDesign> best = with_sums_of(enough);
  while (best && !lacks_dsp(*best) && enough - too_few > 1) {
    const std::size_t next = std::midpoint(too_few, enough);
    std::optional<StreamingDesign> changed = with_sums_of(next);
    if (!changed || lacks_dsp(*changed)) {
      too_few = next;
    } else {
      enough = next;
      best = std::move(changed);
    }
  }
  if (best) design = *std::move(best);
  return true;
}

bool RateMatcher::holds_limits(const StreamingDesign& design) const {
  return limits_.hold(design.qor) && static_cast<double>(design.port_banks) <= port_banks_;
}

dse::estimate::Resources RateMatcher::upper_bound(const StreamingDesign& design) const {
  return limits_.upper_bound(design.qor.resources, dse::estimate::kind_of(design.qor).interval);
}

bool RateMatcher::lacks_dsp(const StreamingDesign& design) const {
  return upper_bound(design).dsp > limits_.most().dsp;
}

/// As if the FIFOs were as small as they are built: what does not fit then never fits. The run of the rest is that of
/// FIFOs without limit, whose latency `settle` keeps.
bool RateMatcher::estimate(const poly::LoopTree& loops, StreamingDesign& design) const {
  dse::Kernel kernel = dse::make_kernel(loops);
  dse::Kernel smallest = kernel;
  for (dse::Array& array : smallest.top_function().arrays) {
    if (array.stream) array.depth = std::min(array.depth, poly::least_fifo_depth);
  }
  const auto answer = dse::estimate::estimate(smallest, target_);
  if (!std::holds_alternative<dse::estimate::Qor>(answer)) return false;
  design.qor = std::get<dse::estimate::Qor>(answer);
  design.port_banks = dse::explore::count_port_banks(kernel.top_function());
  design.cycles = design.qor.latency_average;
  design.fits = holds_limits(design);
  if (!design.fits) return true;
  const auto run = dse::estimate::find_run(kernel, target_, design.qor);
  if (const auto* stalls = std::get_if<dse::estimate::Stalls>(&run); stalls && stalls->deadlock.empty())
    design.cycles = static_cast<double>(stalls->latency);
  design.kernel = std::move(kernel);
  return true;
}

}  // namespace pom::driver
