#pragma once
#include "dse/explore/space/find_fastest.hpp"
#include "nest_fixture.hpp"
#include "whole_function.hpp"

namespace pom::test {

/// Which choices a proof is held against: those of the space, or beside them all that the operators of one copy's
/// interval allow, also where a loop that waits is cut in a way the space leaves out.
enum class Choices { all, in_space };

/// The operators that a choice is said to need fit beside each other into what it is estimated to take in all of its
/// interval. `around`: of UnitEstimates.
inline void check_operators(const dse::explore::UnitWork& work, const dse::Unit& unit, double around,
                            const dse::explore::UnitPoint& point) {
  if (std::isinf(point.latency)) return;
  const double states = dse::is_all_at_once(unit, point.choice) ? point.latency + around : point.interval;
  const dse::estimate::Resources needed = work.operators(point.choice);
  std::string factors;
  for (const std::int64_t factor : point.choice.factors) factors += std::to_string(factor) + " ";
  CAPTURE(factors);
  CAPTURE(states);
  CHECK(needed.dsp <= states * point.resources.dsp + 1e-6);
  CHECK(needed.lut <= states * point.resources.lut + 1e-6);
}

/// Every choice of the only unit, estimated: none within the limits is faster than what the search proves. `variant`:
/// of Units.
inline void check_unit(const std::function<void()>& body, Choices compared = Choices::all, std::size_t variant = 0) {
  const Units nest(body, {}, variant);
  dse::explore::SearchWatch watch(1000, {}, {});
  const dse::Function& function = nest.design->kernel.top_function();
  const dse::explore::UnitWork work(function, nest.unit(0), small_target());
  const std::vector<dse::Configuration> choices = all_choices_and_intervals(nest.unit(0));
  for (double share : {0.05, 0.15, 0.4, 1.0, -1.0}) {
    CAPTURE(share);
    dse::explore::UnitSpace space(nest.design->kernel, nest.unit(0), {}, small_target(), watch);
    const double interval = space.estimates.evaluate(dse::one_copy(nest.unit(0))).interval;
    // The last one: upper bounds of a small part.
    const dse::explore::Limits limits = share > 0 ? part_of_device(share) : part_of_device(0.15, 0, 0.9);
    const dse::explore::UnitSearch search = dse::explore::find_fastest(space, limits, {100000, INFINITY});
    double fastest = INFINITY;
    for (const dse::Configuration& choice : choices) {
      const bool waits = choice.interval > 1 || work.operator_interval(choice, limits, interval) > interval;
      if ((waits || compared == Choices::in_space) && !space.choices.has(choice, limits)) continue;
      const auto compare = [&](const dse::explore::UnitPoint& point) {
        check_operators(work, nest.unit(0), space.estimates.around(), point);
        if (limits.may_hold(point.resources, point.interval)) fastest = std::min(fastest, point.latency);
        return space.estimates.may_gain_by_registers(point);
      };
      dse::Configuration in_registers = choice;
      in_registers.registers = true;
      if (compare(space.estimates.evaluate(choice))) compare(space.estimates.evaluate(in_registers));
    }
    CHECK(search.bound <= fastest);
    if (search.best) CHECK(search.best->latency >= fastest);
    CHECK(search.exhaustive);
  }
}

}  // namespace pom::test
