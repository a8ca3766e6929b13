#include "driver/verify/reduce.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "driver/verify/index_interval.hpp"
#include "driver/verify/strip_factors.hpp"
#include "dsl/execute/interpret.hpp"
#include "dsl/model/any_part.hpp"
#include "dsl/model/at_sizes.hpp"
#include "dsl/model/ports.hpp"
#include "dsl/model/value_range.hpp"

namespace pom::driver {

namespace {

/// What clipping has to know of all loops that end at the same constant.
struct EndClass {
  std::int64_t start = 0;   ///< the greatest least lower bound
  std::int64_t factor = 1;  ///< clipping keeps remainders by this number
  std::int64_t strip = 1;   ///< the longest strip of one of the loops
  std::set<std::string> names;
};

/// The loops of a program by what ends them.
struct EndClasses {
  std::map<std::int64_t, EndClass> constants;  ///< by the constant end
  std::map<int, EndClass> parameters;          ///< by position in Function::scalars: loops whose bounds speak of it
};

/// The values of a compute's loops, outermost first.
std::vector<Interval> loop_intervals(const dsl::Compute& compute) {
  std::vector<Interval> loops;
  for (const dsl::Loop& loop : compute.loops) {
    const Interval lower = index_interval(*loop.lower, loops), upper = index_interval(*loop.upper, loops);
    loops.push_back({lower.low, std::max(lower.low, upper.high - 1)});
  }
  return loops;
}

/// It depends on a loop or on a parameter.
bool varies(const dsl::ExprNode& e) {
  return dsl::any_part(
      e, [](const dsl::ExprNode& part) { return part.op == dsl::Op::loop || part.op == dsl::Op::scalar; });
}

void collect_parameters(const dsl::ExprNode& e, std::set<int>& parameters) {
  if (e.op == dsl::Op::scalar) parameters.insert(e.index);
  for (const dsl::ExprPtr& operand : e.operands) collect_parameters(*operand, parameters);
}

/// A trip count that keeps the remainders by both. Where that would leave almost the whole program, the larger one
/// alone: then the strips of the other end elsewhere than in the program, but some still are partial.
std::int64_t combine_factors(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t largest = 128;
  const std::int64_t common = std::lcm(a, b);
  return common <= largest ? common : std::max(a, b);
}

EndClasses classify(const dsl::Function& program) {
  const auto factors = strip_factors(program);
  EndClasses classes;
  const auto note = [](EndClass& all, std::int64_t start, std::int64_t factor, const std::string& name) {
    all.start = all.names.empty() ? start : std::max(all.start, start);
    all.factor = combine_factors(all.factor, factor);
    all.strip = std::max(all.strip, factor);
    all.names.insert(name);
  };
  for (std::size_t c = 0; c < program.computes.size(); ++c) {
    const dsl::Compute& compute = program.computes[c];
    const std::vector<Interval> loops = loop_intervals(compute);
    for (std::size_t n = 0; n < compute.loops.size(); ++n) {
      const dsl::Loop& loop = compute.loops[n];
      std::set<int> parameters;
      collect_parameters(*loop.lower, parameters);
      collect_parameters(*loop.upper, parameters);
      for (const int scalar : parameters) note(classes.parameters[scalar], loops[n].low, factors[c][n], loop.name);
      if (varies(*loop.upper)) continue;
      note(classes.constants[index_interval(*loop.upper, {}).low], loops[n].low, factors[c][n], loop.name);
    }
  }
  return classes;
}

/// The end that leaves at least `trips` iterations, the same remainder, and `strips` whole strips. Without whole strips
/// no remainder is kept either: strips of coprime lengths in one class would leave almost the whole program. Then each
/// loop has at least one whole strip and the longest a partial one.
std::int64_t clip(std::int64_t end, const EndClass& loops, std::int64_t trips, std::int64_t strips) {
  if (strips == 0) return std::min(end, loops.start + std::max(trips, loops.strip + 1));
  const std::int64_t kept = std::max(trips, loops.factor > 1 ? strips * loops.factor : 1);
  const std::int64_t spare = end - loops.start - kept;
  return spare <= 0 ? end : end - spare / loops.factor * loops.factor;
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
    range.high = std::max(range.low, clip(range.high, loops, trips, strips));
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

/// Made of sums and of borders (clamp, mirror): value and affine side alike, so that both are moved alike.
bool is_border(const dsl::ExprNode& e) {
  switch (e.op) {
    case dsl::Op::integer:
    case dsl::Op::loop:
    case dsl::Op::cast:
    case dsl::Op::neg:
    case dsl::Op::add:
    case dsl::Op::sub:
    case dsl::Op::mul:
    case dsl::Op::min:
    case dsl::Op::max:
      break;
    case dsl::Op::computed:
      if (e.operands.size() == 2) break;  // else a guard's condition decides
      return false;
    default:
      return false;
  }
  return std::all_of(e.operands.begin(), e.operands.end(),
                     [](const dsl::ExprPtr& operand) { return is_border(*operand); });
}

/// An index whose constants speak of the loops' ends only, not of an extent or of data.
bool follows_ends(const dsl::ExprNode& index) { return index.op != dsl::Op::computed || is_border(index); }

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

/// The greatest partition factor asked for each dimension of each array: an array must not become smaller.
std::vector<std::vector<std::int64_t>> least_extents(const dsl::Function& program) {
  std::vector<std::vector<std::int64_t>> least;
  for (const auto& array : program.arrays) least.emplace_back(array->shape.size(), 1);
  for (const Directive& directive : program.schedule) {
    const Partition* partition = std::get_if<Partition>(&directive.primitive);
    const int array = partition ? program.find_array(partition->array) : -1;
    for (std::size_t d = 0; array >= 0 && d < partition->factors.size(); ++d) {
      least[array][d] = std::max(least[array][d], partition->factors[d]);
    }
  }
  return least;
}

/// Tables stay whole, and so do dimensions with an index that data decide: its masks and clamps speak of their extents.
void keep_extents(const dsl::Function& program, std::vector<std::vector<std::int64_t>>& extents) {
  const auto keep = [&](const dsl::Access& access) {
    const dsl::Array& array = *program.arrays[access.array];
    for (std::size_t d = 0; d < access.indices.size(); ++d) {
      if (array.is_table() || !follows_ends(*access.indices[d])) extents[access.array][d] = array.shape[d];
    }
  };
  for (const dsl::Compute& compute : program.computes) {
    for (const dsl::Access& load : compute.loads) keep(load);
    keep(compute.store);
  }
}

void fit_arrays(dsl::Function& program) {
  std::vector<std::vector<std::int64_t>> extents = least_extents(program);
  for (const dsl::Compute& compute : program.computes) {
    const std::vector<Interval> loops = loop_intervals(compute);
    const auto cover = [&](const dsl::Access& access) {
      for (std::size_t d = 0; d < access.indices.size(); ++d) {
        std::int64_t& extent = extents[access.array][d];
        extent = std::max(extent, index_interval(*access.indices[d], loops).high + 1);
      }
    };
    for (const dsl::Access& load : compute.loads) cover(load);
    cover(compute.store);
  }
  keep_extents(program, extents);
  // Nests that share a function need arrays of one shape; a stream hands on what the loops access, and no more.
  std::map<std::vector<std::int64_t>, std::vector<std::int64_t>> by_shape;
  const auto streams = [&](std::size_t a) { return dsl::is_stream_port(program, static_cast<int>(a)); };
  for (std::size_t a = 0; a < program.arrays.size(); ++a) {
    if (streams(a)) continue;
    std::vector<std::int64_t>& all = by_shape.try_emplace(program.arrays[a]->shape, extents[a]).first->second;
    for (std::size_t d = 0; d < all.size(); ++d) all[d] = std::max(all[d], extents[a][d]);
  }
  for (std::size_t a = 0; a < program.arrays.size(); ++a) {
    if (!streams(a)) extents[a] = by_shape.at(program.arrays[a]->shape);
  }
  for (std::size_t a = 0; a < program.arrays.size(); ++a) {
    for (std::size_t d = 0; d < extents[a].size(); ++d) {
      std::int64_t& extent = program.arrays[a]->shape[d];
      // Where accesses leave the array (a warning was given), execution needs the room.
      extent = program.allow_out_of_bounds ? extents[a][d] : std::min(extent, extents[a][d]);
    }
  }
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
  // Two whole strips of each loop where the budget allows, then one, then other remainders; at last, whatever is
  // smallest.
  for (const auto& [trips, strips] : std::vector<std::pair<int, int>>{{64, 2},
                                                                      {48, 2},
                                                                      {32, 2},
                                                                      {24, 2},
                                                                      {16, 2},
                                                                      {12, 2},
                                                                      {8, 2},
                                                                      {5, 2},
                                                                      {8, 1},
                                                                      {5, 1},
                                                                      {4, 1},
                                                                      {3, 1},
                                                                      {2, 1},
                                                                      {8, 0},
                                                                      {5, 0},
                                                                      {2, 0}}) {
    Ends ends;
    if (near == NearEnds::keep_distance) ends = clip_near_alike(classes, trips, strips);
    if (near == NearEnds::keep_ratio) ends = clip_in_ratio(classes, trips, strips);
    for (const auto& [end, loops] : classes.constants) ends.try_emplace(end, clip(end, loops, trips, strips));
    const Ranges ranges = clip_parameters(program, classes, trips, strips);
    best = {with_ends(program, ranges, ends, constants), describe(program, classes, ranges, ends)};
    if (dsl::count_instances(*best.program, budget + 1) <= budget) break;
  }
  fit_arrays(*best.program);
  return best;
}

}  // namespace pom::driver
