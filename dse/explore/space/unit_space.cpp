#include "dse/explore/space/unit_space.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "dse/estimate/area/control.hpp"
#include "dse/explore/budget/effort.hpp"
#include "dse/kernel/rewrite/cut_plan.hpp"
#include "dse/kernel/rewrite/touched.hpp"

namespace pom::dse::explore {

namespace {

double device_ff(const devices::Target& target) { return target.device ? static_cast<double>(target.device->ff) : 0; }

}  // namespace

UnitSpace::UnitSpace(const Kernel& nest, const Unit& unit, std::set<std::string> used_by_others,
                     const devices::Target& target, SearchWatch& watch, estimate::NestMemo* memo)
    : nest_(nest),
      watch_(&watch),
      memo_(memo),
      unit_(unit),
      used_by_others_(std::move(used_by_others)),
      target_(target),
      work_(nest.top_function(), unit, target),
      bus_(nest.top_function(), unit),
      counted_(nest.top_function(), unit) {
  // Copies of a loop that carries a dependence wait for each other, but may find their elements in the same banks as
  // another unit's. In deep nests only the innermost of them join the others.
  const auto parallel = std::count_if(unit_.loops.begin(), unit_.loops.end(),
                                      [](const UnitLoop& loop) { return loop.cuttable && loop.parallel; });
  std::ptrdiff_t left = most_cut_loops - parallel;
  mixed_.assign(unit_.loops.size(), false);
  for (std::size_t n = unit_.loops.size(); n-- > 0;) {
    const UnitLoop& loop = unit_.loops[n];
    mixed_[n] = loop.cuttable && (loop.parallel || parallel == 0 || left-- > 0);
  }
  const Function& function = nest_.top_function();
  const std::vector<Array>& arrays = function.arrays;
  if (const Loop* innermost = find_loop(function.body, unit_.loops.back().label)) {
    const Touched touched = find_touched(function, innermost->body);
    visit_accesses(function, innermost->body, [&](int array, const std::vector<Index>&) {
      shared_accesses_ += used_by_others_.contains(arrays[array].name);
    });
    for (std::size_t n = 0; n < arrays.size(); ++n) {
      const bool shared = touched.has(static_cast<int>(n)) && used_by_others_.contains(arrays[n].name);
      if (shared && may_be_registers(arrays[n], device_ff(target_))) registers_[arrays[n].name] = arrays[n].shape;
    }
  }
  for (const Array& array : arrays) {
    if (count_elements(array) <= few_elements && may_be_registers(array, INFINITY)) small_[array.name] = array.shape;
    if (array.role == Array::Role::constant && small_.contains(array.name)) tables_[array.name] = array.shape;
  }
  for (const double trip : counted_.trips()) iterations_ *= trip;
  for (const Adders adders : kinds_of_adders()) learn_from_one_copy(adders);
}

/// What every other choice is compared with.
void UnitSpace::learn_from_one_copy(Adders adders) {
  const Configuration one = one_with(adders);
  const UnitPoint& point = evaluate(one);
  depth_[one.fabric_adders] = least_depth(point);
  if (one.fabric_adders) return;
  interval_ = point.interval;
  if (std::isfinite(point.latency)) around_ = point.around;
}

/// Iterations wait for a small array, or all of them are one, which takes as long as its loads do.
bool UnitSpace::may_gain_by_registers(const UnitPoint& point) const {
  if (point.choice.registers || point.choice.interval <= 0 || !unit_.allowed.partition) return false;
  if (is_all_at_once(unit_, point.choice)) return true;
  return point.interval > std::max(point.choice.interval, 1) && !registers_for(point).empty();
}

/// Arrays that may be registers so that iterations wait less: the one that they wait for, or else tables.
BankFactors UnitSpace::registers_for(const UnitPoint& point) const {
  const auto waiting = small_.find(point.waits_for);
  return waiting == small_.end() ? tables_ : BankFactors{*waiting};
}

/// Registers are there at once: a recurrence through them is shorter, and they have no ports. Behind one array, another
/// one may be waited for.
UnitPoint UnitSpace::estimate_in_registers(const Configuration& choice) {
  Configuration in_memories = choice;
  in_memories.registers = false;
  UnitPoint best = evaluate(in_memories);
  for (std::size_t made = 0; made < most_registers && may_gain_by_registers(best); ++made) {
    BankFactors more = best.banks;
    for (const auto& [array, elements] : is_all_at_once(unit_, choice) ? small_ : registers_for(best))
      more[array] = elements;
    if (more == best.banks) break;
    UnitPoint next = estimate_cut(cut(nest_, in_memories), in_memories, std::move(more));
    if (!(next.latency < (1 - same_cycles) * best.latency)) break;
    best = std::move(next);
  }
  best.choice = choice;
  return best;
}

/// Fewer, more or no banks may make an iteration shorter: remainders and multiplexers lie on its way, and registers are
/// there at once.
double UnitSpace::least_depth(const UnitPoint& one) const {
  BankFactors single_elements;
  for (const Array& array : nest_.top_function().arrays) {
    if (may_be_registers(array, device_ff(target_))) single_elements[array.name] = array.shape;
  }
  const auto depth = [&](const UnitPoint& point) {
    const std::vector<double>& trips = counted_.trips();
    double entries = 1;
    for (std::size_t n = 0; n < point.entered_by && n < trips.size(); ++n) entries *= std::max(trips[n], 1.0);
    const double states = (point.latency - iterations_ * point.interval) / entries + point.interval;
    // Where copies leave fewer loops to run, there is less to count.
    return std::max(0.0, states - estimate::counting_states(trips.size() - std::min(point.entered_by, trips.size())));
  };
  const Kernel kernel = cut(nest_, one.choice);
  double least = depth(one);
  std::vector<BankFactors> tried{one.banks};
  for (const BankFactors& banks : {BankFactors{}, banks_for_each_access(kernel, one.choice)}) {
    if (std::find(tried.begin(), tried.end(), banks) != tried.end()) continue;
    tried.push_back(banks);
    least = std::min(least, depth(estimate_cut(kernel, one.choice, banks)));
  }
  return std::min(least, depth(estimate_cut(kernel, one.choice, single_elements, /*free_choices=*/true)));
}

/// Every run of the pipeline starts all of its iterations but the last, which it waits for. That takes no less time
/// with more copies than with one, with the kindest banks. Loops that one copy keeps outside, as its sum does not stay
/// inside, may run as one with it; the others are entered as often as their copies leave.
double UnitSpace::bound_of(const Configuration& choice, const Limits& limits) const {
  const double least =
      std::max({1.0, work_.chain_interval(choice), bus_.interval(choice), static_cast<double>(choice.interval)});
  const double interval = work_.operator_interval(choice, limits, least);
  double entries = 1;
  for (std::size_t n = 0; n < std::min({entered_by_, unit_.always_entered(), choice.factors.size()}); ++n)
    entries *= std::max(counted_.trips()[n] / static_cast<double>(choice.factors[n]), 1.0);
  const double one =
      is_all_at_once(unit_, choice) || work_.moves_as_one(choice) ? depth_[choice.fabric_adders && has_sums()] : 0;
  const double last = std::max({0.0, one - interval, work_.chain_depth(choice) - interval});
  const double all = counted_.of(choice) * interval + entries * last;
  return is_all_at_once(unit_, choice) ? std::max(1.0, all - around_) : all;
}

const UnitPoint& UnitSpace::evaluate(const Configuration& choice) {
  const auto [at, fresh] = known_.try_emplace(choice);
  UnitPoint& point = at->second;
  if (!fresh) return point;
  watch_->count();
  if (choice.registers) return point = estimate_in_registers(choice);
  Kernel kernel = cut(nest_, choice);
  const BankOptions banks = own_banks(kernel, choice);
  const bool has_rival = banks.powers_of_two != banks.fewest;
  point = estimate_cut(has_rival ? kernel : std::move(kernel), choice, banks.fewest);
  if (has_rival) {
    UnitPoint other = estimate_cut(std::move(kernel), choice, banks.powers_of_two);
    const bool is_alike = std::abs(other.latency - point.latency) <= same_cycles * point.latency;
    if (is_alike ? other.resources.lut < point.resources.lut : other.latency < point.latency) point = std::move(other);
  }
  if (choice.copies() == 1 && std::isfinite(point.latency)) entered_by_ = point.entered_by;
  return point;
}

UnitPoint UnitSpace::evaluate_in(const Configuration& choice, BankFactors banks) const {
  watch_->count();
  return estimate_cut(cut(nest_, choice), choice, std::move(banks));
}

Kernel UnitSpace::cut(Kernel nest, const Configuration& choice) const {
  cut_unit(nest.top_function(), unit_, choice);
  return nest;
}

/// Cycles that pass between iterations anyway.
std::int64_t UnitSpace::turns_of(const Configuration& choice) const {
  return std::max<std::int64_t>(choice.interval, std::llround(work_.chain_interval(choice)));
}

BankOptions UnitSpace::own_banks(const Kernel& cut, const Configuration& choice) const {
  if (!unit_.allowed.partition || choice.interval <= 0) return {};
  BankOptions options = find_bank_options(cut.top_function(), unit_, dual_port, turns_of(choice));
  for (BankFactors* banks : {&options.fewest, &options.powers_of_two})
    limit_argument_banks(cut.top_function(), unit_.allowed.argument_banks, *banks);
  return options;
}

/// As if memories had one port.
BankFactors UnitSpace::banks_for_each_access(const Kernel& cut, const Configuration& choice) const {
  if (!unit_.allowed.partition || choice.interval <= 0) return {};
  return find_banks(cut.top_function(), unit_, 1, turns_of(choice));
}

UnitPoint UnitSpace::estimate_cut(Kernel kernel, const Configuration& choice, BankFactors banks,
                                  bool free_choices) const {
  UnitPoint point;
  point.choice = choice;
  point.banks = std::move(banks);
  Function& function = kernel.top_function();
  set_banks(function, point.banks);
  estimate::EstimateOptions options{.free_choices = free_choices, .memo = free_choices ? nullptr : memo_};
  if (choice.copies() > 1) options.most_steps = steps_of_an_estimate;
  const auto answer = estimate::estimate(kernel, target_, options);
  const estimate::Qor* qor = std::get_if<estimate::Qor>(&answer);
  point.latency = INFINITY;
  double rest = 0;  // cycles of the last strips, where those have loops of their own
  if (!qor) return point;
  point.latency = qor->latency_average;
  point.resources = qor->resources;
  for (const estimate::ResourceShare& share : qor->shares) {
    if (share.cause == "control") point.control_lut = share.resources.lut;
    if (share.cause == "registers" || share.cause == "expressions") point.beside_lut += share.resources.lut;
  }
  if (!qor->functions.empty()) point.control_lut -= qor->functions.back().state_lut;
  point.beside_lut += point.control_lut;
  const std::string& pipelined = pipelined_loop(unit_, choice).label;
  for (const estimate::FunctionEstimate& module : qor->functions) {
    if (module.innermost != pipelined && module.innermost != pipelined + rest_suffix) continue;
    point.own += module.resources;
    point.wide.insert(point.wide.end(), module.wide.begin(), module.wide.end());
    point.modules.push_back(module.operators);
  }
  for (const estimate::LoopEstimate& loop : qor->loops) {
    if (loop.pipelined && loop.innermost == pipelined + rest_suffix) rest = cycles_of(function, choice, loop);
    if (!loop.pipelined || loop.innermost != pipelined) continue;
    point.latency = cycles_of(function, choice, loop);
    point.interval = static_cast<double>(loop.interval);
    if (loop.reason.kind != estimate::IntervalReason::Kind::target) point.waits_for = loop.reason.array;
    point.operator_count = std::ceil(work_.count_operators(choice) / point.interval);
    point.may_be_faster = loop.reason.kind == estimate::IntervalReason::Kind::ports &&
                          used_by_others_.contains(loop.reason.array) &&
                          !separate_elements(function, unit_, point.banks, loop.reason.array);
    point.entered_by = count_outer_loops(choice, loop.nested);
  }
  point.latency += rest;
  // What moves with no loop is computed in front of the last one that is left.
  if (is_all_at_once(unit_, choice)) point.latency = std::max(1.0, qor->latency_average - around_);
  if (choice.copies() == 1) point.around = qor->latency_average - point.latency;
  return point;
}

/// All runs of the unit's pipeline; `function`: cut as chosen.
double UnitSpace::cycles_of(Function& function, const Configuration& choice, const estimate::LoopEstimate& loop) const {
  const bool last_strip = loop.innermost.ends_with(rest_suffix);
  const std::optional<std::size_t> separated = find_separated(unit_, choice);
  double runs = 1;
  std::size_t nested = loop.nested;  // those are one pipeline
  for (std::size_t n = unit_.loops.size(); n-- > 0;) {
    if (unit_.loops[n].trip <= choice.factors[n] || (last_strip && separated == n)) continue;
    if (nested > 0) {
      --nested;
    } else if (const Loop* running = find_loop(function.body, unit_.loops[n].label)) {
      runs *= running->trip.average;
    }
  }
  return runs * loop.latency_average;
}

/// Loops outside the innermost `nested` ones that are left to run: those are one pipeline.
std::size_t UnitSpace::count_outer_loops(const Configuration& choice, std::size_t nested) const {
  std::size_t outer = unit_.loops.size();
  for (; outer > 0; --outer) {
    const UnitLoop& loop = unit_.loops[outer - 1];
    if (loop.trip <= choice.factors[outer - 1]) continue;
    if (nested-- == 0) break;
  }
  return outer;
}

double UnitSpace::least_cycles(const Limits& limits) const {
  double least = INFINITY;
  for (const Adders adders : kinds_of_adders()) least = std::min(least, candidates(limits, adders).front().bound);
  return least;
}

estimate::Resources UnitSpace::least_areas(const Limits& limits) const {
  estimate::Resources least{INFINITY, INFINITY, 0, 0, 0};
  for (const Adders adders : kinds_of_adders()) {
    for (const Candidate& candidate : candidates(limits, adders)) {
      const estimate::Resources all = work_.operators(candidate.choice);
      // An interval of n needs an n-th of the operators, n times as long.
      double cycles = counted_.of(candidate.choice);
      if (const auto known = known_.find(candidate.choice); known != known_.end()) {
        const UnitPoint& point = known->second;
        if (!limits.may_hold(point.resources, point.interval)) continue;
        const auto least_of = least_.find(candidate.choice);
        if (registers_.empty()) {
          if (!point.may_be_faster) cycles = std::max(cycles, point.latency / point.interval);
        } else if (least_of != least_.end() && !least_of->second.may_be_faster) {
          cycles = std::max(cycles, least_of->second.latency / least_of->second.interval);
        }
      }
      least.dsp = std::min(least.dsp, cycles * all.dsp / std::max(limits.room().dsp, 1.0));
      least.lut = std::min(least.lut, cycles * all.lut / std::max(limits.room().lut, 1.0));
    }
  }
  return least;
}

std::vector<UnitPoint> UnitSpace::known_points(const Limits& limits, Adders adders) const {
  std::vector<UnitPoint> points;
  for (const auto& [key, point] : known_) {
    const bool alike = point.choice.fabric_adders == (adders == Adders::fabric) || !has_sums();
    if (alike && limits.may_hold(point.resources, point.interval)) points.push_back(point);
  }
  std::stable_sort(points.begin(), points.end(),
                   [](const UnitPoint& a, const UnitPoint& b) { return a.latency < b.latency; });
  return points;
}

}  // namespace pom::dse::explore
