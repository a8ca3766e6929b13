#include "driver/verify/reduce.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "driver/verify/end_class.hpp"
#include "driver/verify/fit_arrays.hpp"
#include "driver/verify/index_interval.hpp"
#include "driver/verify/strip_factors.hpp"
#include "dsl/execute/interpret.hpp"
#include "dsl/model/any_part.hpp"
#include "dsl/model/at_sizes.hpp"
#include "dsl/model/ports.hpp"
#include "dsl/model/value_range.hpp"

namespace pom::driver {

namespace {

/// The loops of a program by what ends them.
struct EndClasses {
  std::map<std::int64_t, EndClass> constants;  ///< by the constant end
  std::map<int, EndClass> parameters;          ///< by position in Function::scalars: loops whose bounds speak of it
};

void collect_parameters(const dsl::ExprNode& e, std::set<int>& parameters) {
  if (e.op == dsl::Op::scalar) parameters.insert(e.index);
  for (const dsl::ExprPtr& operand : e.operands) collect_parameters(*operand, parameters);
}

EndClasses classify(const dsl::Function& program) {
  const auto factors = strip_factors(program);
  EndClasses classes;
  for (std::size_t c = 0; c < program.computes.size(); ++c) {
    const dsl::Compute& compute = program.computes[c];
    const std::vector<Interval> loops = loop_intervals(compute);
    for (std::size_t n = 0; n < compute.loops.size(); ++n) {
      const dsl::Loop& loop = compute.loops[n];
      std::set<int> parameters;
      collect_parameters(*loop.lower, parameters);
      collect_parameters(*loop.upper, parameters);
      for (const int scalar : parameters) classes.parameters[scalar].add(loop.name, loops[n].low, factors[c][n]);
      if (varies(*loop.upper)) continue;
      classes.constants[index_interval(*loop.upper, {}).low].add(loop.name, loops[n].low, factors[c][n]);
    }
  }
  return classes;
}

using Ends = std::map<std::int64_t, std::int64_t>;  ///< constant end of loops → clipped
using Ranges = std::map<int, dsl::ParameterRange>;  ///< of parameters, clipped

/// Of ends that lie near each other the least one says by how much all of them are clipped.
Ends clip_near_alike(const EndClasses& classes, std::int64_t trips, std::int64_t strips) {
  Ends clipped;
  for (auto first = classes.constants.begin(); first != classes.constants.end();) {
    EndClass all = first->second;
    auto behind = std::next(first);
    for (auto last = first; behind != classes.constants.end() && (behind->first - last->first) * 4 <= behind->first;
         last = behind++) {
      all.start = std::max(all.start, behind->second.start);
      all.factor = combine_factors(all.factor, behind->second.factor);
    }
    const std::int64_t less = first->first - clip(first->first, all, trips, strips);
    for (; first != behind; ++first) clipped[first->first] = first->first - less;
  }
  return clipped;
}

/// An end that is a small multiple of another one is clipped to as many times what that one is clipped to: pictures of
/// half the size stay half the size.
Ends clip_in_ratio(const EndClasses& classes, std::int64_t trips, std::int64_t strips) {
  constexpr std::int64_t largest_ratio = 8;
  Ends clipped;
  for (const auto& [end, loops] : classes.constants) {
    clipped[end] = clip(end, loops, trips, strips);
    for (const auto& [smaller, left] : clipped) {
      const std::int64_t ratio = smaller > 0 ? end / smaller : 0;
      if (ratio < 2 || ratio > largest_ratio || end % smaller != 0 || left == smaller) continue;
      clipped[end] = std::min(end, ratio * left);
      break;
    }
  }
  return clipped;
}

/// What is left of the parameters' ranges. One that no loop's bound speaks of keeps its own.
Ranges clip_parameters(const dsl::Function& program, const EndClasses& classes, std::int64_t trips,
                       std::int64_t strips) {
  Ranges ranges;
  for (const auto& [scalar, loops] : classes.parameters) {
    dsl::ParameterRange range = *program.scalars[scalar]->range;
    std::int64_t high = clip(range.high, loops, trips, strips);
    if (high <= range.low) {
      // At the least size alone there may be hardly an iteration, as of a loop up to N - 4999 for N from 5000 on.
      EndClass above = loops;
      above.start = std::max(loops.start, range.low);
      high = clip(range.high, above, trips, strips);
    }
    range.high = std::clamp(high, range.low, range.high);
    ranges[scalar] = range;
  }
  return ranges;
}

/// Bounds, indices and guards speak of the loops' ends too (a descending loop's N - 1 - i): a constant near a multiple
/// of an end keeps its distance from it. Nothing: it is near none.
std::optional<std::int64_t> move_to_end(std::int64_t value, const Ends& ends) {
  std::optional<std::int64_t> best;
  std::int64_t nearest = std::numeric_limits<std::int64_t>::max();
  for (const auto& [end, clipped] : ends) {
    for (std::int64_t multiple : {1, 2, 3, -1, -2}) {
      const std::int64_t offset = value - multiple * end;
      if (std::abs(offset) >= nearest || std::abs(offset) > std::abs(value) / 4) continue;
      nearest = std::abs(offset);
      best = multiple * clipped + offset;
    }
  }
  return best;
}

/// The ends of the loops around a compute, and of all loops.
struct EndsAround {
  const std::vector<dsl::Loop>& loops;
  const Ends& all;

  /// Of the loops that the expression speaks of: its constants speak of these ends first.
  Ends of(const dsl::ExprNode& e) const {
    Ends own;
    for (std::size_t n = 0; n < loops.size(); ++n) {
      if (varies(*loops[n].upper) || !dsl::mentions_loop(e, static_cast<int>(n))) continue;
      const auto end = all.find(index_interval(*loops[n].upper, {}).low);
      if (end != all.end()) own.insert(*end);
    }
    return own;
  }
};

dsl::ExprPtr move_constants(const dsl::ExprPtr& e, const Ends& own, const Ends& all) {
  dsl::ExprNode moved = *e;
  const bool scales = moved.op == dsl::Op::mul || moved.op == dsl::Op::div || moved.op == dsl::Op::mod;
  if (moved.op == dsl::Op::integer) {
    const auto near_own = move_to_end(moved.integer, own);
    moved.integer = near_own ? *near_own : move_to_end(moved.integer, all).value_or(moved.integer);
  }
  for (std::size_t n = 0; n < moved.operands.size() && (n == 0 || !scales); ++n)
    moved.operands[n] = move_constants(moved.operands[n], own, all);
  return dsl::make_node(std::move(moved));
}

/// The elaborated expression with its summands moved; factors and divisors stay.
dsl::ExprPtr move_constants(const dsl::ExprPtr& e, const EndsAround& ends) {
  return move_constants(e, ends.of(*e), ends.all);
}

/// The loads inside a value; shared parts stay shared.
dsl::ExprPtr move_loads(const dsl::ExprPtr& e, const EndsAround& ends,
                        std::map<const dsl::ExprNode*, dsl::ExprPtr>& done) {
  dsl::ExprPtr& result = done[e.get()];
  if (result) return result;
  dsl::ExprNode moved = *e;
  for (dsl::ExprPtr& operand : moved.operands)
    operand = moved.op == dsl::Op::load && follows_ends(*operand) ? move_constants(operand, ends)
                                                                  : move_loads(operand, ends, done);
  return result = dsl::make_node(std::move(moved));
}

void move_access(dsl::Access& access, const EndsAround& ends, std::map<const dsl::ExprNode*, dsl::ExprPtr>& done) {
  for (dsl::ExprPtr& index : access.indices)
    index = follows_ends(*index) ? move_constants(index, ends) : move_loads(index, ends, done);
}

void move_compute(dsl::Compute& compute, const Ends& all) {
  const std::vector<dsl::Loop> loops = compute.loops;
  const EndsAround ends{loops, all};
  for (dsl::Loop& loop : compute.loops) {
    loop.lower = move_constants(loop.lower, ends);
    if (varies(*loop.upper)) loop.upper = move_constants(loop.upper, ends);
  }
  for (dsl::ExprPtr& guard : compute.guards) guard = move_constants(guard, ends);
  std::map<const dsl::ExprNode*, dsl::ExprPtr> done;
  for (dsl::Access& load : compute.loads) move_access(load, ends, done);
  move_access(compute.store, ends, done);
  compute.value = move_loads(compute.value, ends, done);
}

std::shared_ptr<dsl::Function> with_ends(const dsl::Function& program, const Ranges& ranges, const Ends& ends,
                                         Constants constants) {
  auto reduced = std::make_shared<dsl::Function>(dsl::with_ranges(program, ranges));
  reduced->findings.clear();
  for (auto& array : reduced->arrays) array = std::make_shared<dsl::Array>(*array);
  for (dsl::Compute& compute : reduced->computes) {
    if (constants == Constants::move) move_compute(compute, ends);
    for (dsl::Loop& loop : compute.loops) {
      if (varies(*loop.upper)) continue;
      const std::int64_t end = index_interval(*loop.upper, {}).low;
      loop.upper = dsl::make_integer(ends.at(end), p_int32, loop.at);
    }
    dsl::RangeAnalysis ranges(compute.loops);  // other loops, other facts
    compute.value = dsl::mark_exact(compute.value, ranges);
  }
  return reduced;
}

std::string describe(const dsl::Function& program, const EndClasses& classes, const Ranges& ranges, const Ends& ends) {
  std::string text;
  const auto add = [&](const std::string& names, std::int64_t before, std::int64_t after) {
    if (before == after) return;
    text += (text.empty() ? "" : ", ") + names + " " + std::to_string(before) + " → " + std::to_string(after);
  };
  for (const auto& [scalar, range] : ranges)
    add(program.scalars[scalar]->name, program.scalars[scalar]->range->high, range.high);
  for (const auto& [end, loops] : classes.constants) {
    std::string names;
    for (const std::string& name : loops.names) names += (names.empty() ? "" : "/") + name;
    add(names, end, ends.at(end));
  }
  return text;
}

}  // namespace

Reduction reduce(const dsl::Function& program, std::int64_t budget, Constants constants, NearEnds near) {
  const EndClasses classes = classify(program);
  Reduction best;
  for (const Kept& kept : kept_iterations) {
    const auto [trips, strips] = kept;
    Ends ends;
    if (near == NearEnds::keep_distance) ends = clip_near_alike(classes, trips, strips);
    if (near == NearEnds::keep_ratio) ends = clip_in_ratio(classes, trips, strips);
    for (const auto& [end, loops] : classes.constants) ends.try_emplace(end, clip(end, loops, trips, strips));
    const Ranges ranges = clip_parameters(program, classes, trips, strips);
    best = {with_ends(program, ranges, ends, constants), describe(program, classes, ranges, ends)};
    if (dsl::count_work(*best.program, budget + 1) <= budget) break;
  }
  fit_arrays(*best.program);
  return best;
}

}  // namespace pom::driver
