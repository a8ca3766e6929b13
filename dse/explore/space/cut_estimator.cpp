#include "dse/explore/space/cut_estimator.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "dse/explore/budget/effort.hpp"
#include "dse/kernel/rewrite/cut_plan.hpp"

namespace pom::dse::explore {

namespace {

/// Accesses of one iteration that a bank of a dual-port memory serves.
constexpr std::int64_t dual_port = 2;

/// Cycles of all runs of the loop, which is a pipeline of the unit.
double cycles_of(const Unit& unit, const Configuration& choice, const Function& cut,
                 const estimate::LoopEstimate& loop) {
  const bool last_strip = loop.innermost.ends_with(rest_suffix);
  const std::optional<std::size_t> separated = find_separated(unit, choice);
  double runs = 1;
  std::size_t nested = loop.nested;  // those are one pipeline
  for (std::size_t n = unit.loops.size(); n-- > 0;) {
    if (unit.loops[n].trip <= choice.factors[n] || (last_strip && separated == n)) continue;
    if (nested > 0) {
      --nested;
    } else if (const Loop* running = find_loop(cut.body, unit.loops[n].label)) {
      runs *= running->trip.average;
    }
  }
  return runs * loop.latency_average;
}

}  // namespace

bool is_pipeline_of(const Unit& unit, const Configuration& choice, const std::string& innermost) {
  const std::string& pipelined = pipelined_loop(unit, choice).label;
  return innermost == pipelined || innermost == pipelined + rest_suffix;
}

std::optional<double> pipeline_cycles(const Unit& unit, const Configuration& choice, const Function& cut,
                                      const estimate::Qor& qor) {
  const std::string& pipelined = pipelined_loop(unit, choice).label;
  std::optional<double> cycles, rest;  // of the last strips, where those have loops of their own
  for (const estimate::LoopEstimate& loop : qor.loops) {
    if (!loop.pipelined) continue;
    if (loop.innermost == pipelined) cycles = cycles_of(unit, choice, cut, loop);
    if (loop.innermost == pipelined + rest_suffix) rest = cycles_of(unit, choice, cut, loop);
  }
  return cycles || rest ? std::optional(cycles.value_or(0) + rest.value_or(0)) : std::nullopt;
}

Kernel CutEstimator::cut(Kernel nest, const Configuration& choice) const {
  cut_unit(nest.top_function(), unit_, choice);
  return nest;
}

/// Cycles that pass between iterations anyway.
std::int64_t CutEstimator::turns_of(const Configuration& choice) const {
  return std::max<std::int64_t>(choice.interval, std::llround(work_.chain_interval(choice)));
}

BankOptions CutEstimator::own_banks(const Kernel& cut, const Configuration& choice) const {
  if (!unit_.allowed.partition || choice.interval <= 0) return {};
  BankOptions options = find_bank_options(cut.top_function(), unit_, dual_port, turns_of(choice));
  for (BankFactors* banks : {&options.fewest, &options.powers_of_two})
    limit_argument_banks(cut.top_function(), unit_.allowed.argument_banks, *banks);
  return options;
}

BankFactors CutEstimator::banks_for_each_access(const Kernel& cut, const Configuration& choice) const {
  if (!unit_.allowed.partition || choice.interval <= 0) return {};
  return find_banks(cut.top_function(), unit_, 1, turns_of(choice));
}

void CutEstimator::add_shares(UnitPoint& point, const estimate::Qor& qor) const {
  for (const estimate::ResourceShare& share : qor.shares) {
    if (share.cause == "control") point.control_lut = share.resources.lut;
    if (share.cause == "registers" || share.cause == "expressions") point.beside_lut += share.resources.lut;
  }
  if (!qor.functions.empty()) point.control_lut -= qor.functions.back().state_lut;
  point.beside_lut += point.control_lut;
}

void CutEstimator::add_modules(UnitPoint& point, const estimate::Qor& qor) const {
  for (const estimate::FunctionEstimate& module : qor.functions) {
    if (!is_pipeline_of(unit_, point.choice, module.innermost)) continue;
    point.own += module.resources;
    point.wide.insert(point.wide.end(), module.wide.begin(), module.wide.end());
    point.modules.push_back(module.operators);
  }
}

UnitPoint CutEstimator::estimate(Kernel kernel, const Configuration& choice, BankFactors banks, double around,
                                 bool free_choices) const {
  UnitPoint point;
  point.choice = choice;
  point.banks = std::move(banks);
  point.latency = INFINITY;
  Function& function = kernel.top_function();
  set_banks(function, point.banks);
  estimate::EstimateOptions options{.free_choices = free_choices, .memo = free_choices ? nullptr : memo_};
  if (choice.copies() > 1) options.most_steps = steps_of_an_estimate;
  const auto answer = estimate::estimate(kernel, target_, options);
  const estimate::Qor* qor = std::get_if<estimate::Qor>(&answer);
  if (!qor) return point;
  point.resources = qor->resources;
  add_shares(point, *qor);
  add_modules(point, *qor);
  point.latency = pipeline_cycles(unit_, choice, function, *qor).value_or(qor->latency_average);
  const std::string& pipelined = pipelined_loop(unit_, choice).label;
  for (const estimate::LoopEstimate& loop : qor->loops) {
    if (!loop.pipelined || loop.innermost != pipelined) continue;
    point.interval = static_cast<double>(loop.interval);
    if (loop.reason.kind != estimate::IntervalReason::Kind::target) point.waits_for = loop.reason.array;
    point.operator_count = std::ceil(work_.count_operators(choice) / point.interval);
    point.may_be_faster = loop.reason.kind == estimate::IntervalReason::Kind::ports && is_shared(loop.reason.array) &&
                          !separate_elements(function, unit_, point.banks, loop.reason.array);
    point.entered_by = count_outer_loops(choice, loop.nested);
  }
  // What moves with no loop is computed in front of the last one that is left.
  if (is_all_at_once(unit_, choice)) point.latency = std::max(1.0, qor->latency_average - around);
  if (choice.copies() == 1) point.around = qor->latency_average - point.latency;
  return point;
}

/// Loops outside the innermost `nested` ones that are left to run: those are one pipeline.
std::size_t CutEstimator::count_outer_loops(const Configuration& choice, std::size_t nested) const {
  std::size_t outer = unit_.loops.size();
  for (; outer > 0; --outer) {
    if (unit_.loops[outer - 1].trip <= choice.factors[outer - 1]) continue;
    if (nested-- == 0) break;
  }
  return outer;
}

}  // namespace pom::dse::explore
