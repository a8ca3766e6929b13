#include "dse/kernel/nest_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pom::dse {

namespace {

/// Limit on evaluations of one nest's innermost bounds; beyond it trips are sampled, and beyond twice as many by one
/// sample for each loop.
constexpr int evaluation_budget = 10000;
/// Largest period with which exact sums are tried. With floor divisions, a sum is a polynomial only over iterations
/// that are a multiple of the period apart.
constexpr std::int64_t longest_period = 64;

bool is_affine(const std::vector<Index>& bounds) {
  return !bounds.empty() && std::none_of(bounds.begin(), bounds.end(), [](const Index& one) { return one.opaque; });
}

std::int64_t first_value(const Loop& loop, const LoopValues& values) {
  std::int64_t first = std::numeric_limits<std::int64_t>::min();
  for (const Index& bound : loop.lower) first = std::max(first, evaluate(bound, values));
  return first;
}

std::int64_t trips(const Loop& loop, std::int64_t first, const LoopValues& values) {
  if (loop.step < 0) {
    std::int64_t end = std::numeric_limits<std::int64_t>::min();
    for (const Index& bound : loop.upper) end = std::max(end, evaluate(bound, values));
    return std::max<std::int64_t>(0, (first - end - loop.step - 1) / -loop.step);
  }
  std::int64_t end = std::numeric_limits<std::int64_t>::max();
  for (const Index& bound : loop.upper) end = std::min(end, evaluate(bound, values));
  return std::max<std::int64_t>(0, (end - first + loop.step - 1) / loop.step);
}

std::optional<std::int64_t> binary(OpKind op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case OpKind::add:
      return a + b;
    case OpKind::sub:
      return a - b;
    case OpKind::mul:
      return a * b;
    case OpKind::div:
      return b > 0 ? std::optional(evaluate(floor_division(constant_index(a), b), {})) : std::nullopt;
    case OpKind::rem:
      return b > 0 ? std::optional(evaluate(modulo(constant_index(a), b), {})) : std::nullopt;
    case OpKind::lt:
      return a < b;
    case OpKind::le:
      return a <= b;
    case OpKind::gt:
      return a > b;
    case OpKind::ge:
      return a >= b;
    case OpKind::eq:
      return a == b;
    case OpKind::ne:
      return a != b;
    case OpKind::bit_and:
      return a & b;
    case OpKind::bit_or:
      return a | b;
    default:
      return std::nullopt;
  }
}

/// The number of entries of a loop, and its iterations over all entries.
struct Totals {
  double entries = 0, iterations = 0;

  Totals& operator+=(const Totals& other) {
    entries += other.entries;
    iterations += other.iterations;
    return *this;
  }
};

bool agree(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }
bool agree(const Totals& a, const Totals& b) {
  return agree(a.entries, b.entries) && agree(a.iterations, b.iterations);
}

/// Sums one loop's trips over the enclosing loops that its trip count depends on.
class NestSum {
 public:
  NestSum(const Loop& loop, std::vector<NestStep> steps, const Conditions& conditions, LoopValues& values)
      : loop_(loop), steps_(std::move(steps)), conditions_(conditions), values_(values) {
    extend_period(loop_);
    for (const NestStep& step : steps_) {
      if (step.loop) extend_period(*step.loop);
    }
  }

  Totals total() { return sum(0); }

  TripCount count() {
    const Totals all = total();
    TripCount trip;
    trip.min = seen_ ? min_ : 0;
    trip.max = max_;
    trip.average = all.entries > 0 ? all.iterations / all.entries : 0;
    trip.exact = exact_;
    return trip;
  }

 private:
  Totals sum(std::size_t level) {
    if (level == steps_.size()) return leaf();
    const NestStep& step = steps_[level];
    if (!step.loop) {
      const auto holds = conditions_.value(step.condition, values_);
      return !holds || (*holds != 0) == step.wanted ? sum(level + 1) : nothing();
    }
    const std::int64_t first = first_value(*step.loop, values_);
    const std::int64_t n = trips(*step.loop, first, values_), stride = step.loop->step;
    if (n == 0) return nothing();
    if (n <= 8 * period_) return over({level, first, stride}, 0, n);
    Totals all;
    for (std::int64_t k = 0; k < period_; ++k) {
      all += over({level, first + k * stride, stride * period_}, 0, (n - k + period_ - 1) / period_);
    }
    return all;
  }

  void extend_period(const Loop& loop) {
    extend_period(std::abs(loop.step));
    for (const Index& bound : loop.lower) extend_period(bound);
    for (const Index& bound : loop.upper) extend_period(bound);
  }

  void extend_period(const Index& index) {
    for (const Index::Division& division : index.divisions) {
      extend_period(division.divisor);
      extend_period(division.inner);
    }
  }

  void extend_period(std::int64_t divisor) {
    const std::int64_t longer = divisor > longest_period ? divisor : std::lcm(period_, divisor);
    if (longer <= longest_period) period_ = longer;
  }

  /// Where the loop is not entered; it takes as long to know.
  Totals nothing() {
    --budget_;
    return {};
  }

  Totals leaf() {
    --budget_;
    const std::int64_t trip = trips(loop_, first_value(loop_, values_), values_);
    min_ = seen_ ? std::min(min_, trip) : trip;
    max_ = std::max(max_, trip);
    seen_ = true;
    return {1, static_cast<double>(trip)};
  }

  struct Range {
    std::size_t level;
    std::int64_t first, step;
  };

  Totals at(const Range& range, std::int64_t k) {
    std::int64_t& value = values_[steps_[range.level].loop->id];
    value = range.first + k * range.step;
    return sum(range.level + 1);
  }

  /// Sums iterations begin … end - 1. The first values determine an interpolation polynomial; if three further values
  /// lie on it, the sum is computed in closed form, otherwise the range is halved. A range whose known values are all
  /// zero is halved too, because zeros do not confirm a polynomial.
  Totals over(const Range& range, std::int64_t begin, std::int64_t end) {
    const std::int64_t n = end - begin;
    const std::int64_t points = static_cast<std::int64_t>(steps_.size() - range.level) + 2;
    if (budget_ <= -evaluation_budget && n > 1) return take_middle(range, begin, end);
    if (n <= points + 2) return enumerate(range, begin, end);
    if (budget_ <= 0) return sample(range, begin, end);
    std::vector<Totals> known;
    for (std::int64_t k = 0; k < points; ++k) known.push_back(at(range, begin + k));
    const bool empty = std::all_of(known.begin(), known.end(), [](const Totals& one) { return one.iterations == 0; });
    bool fits = !empty;
    for (std::int64_t k : {n / 3, 2 * n / 3, n - 1}) fits = fits && agree(extrapolate(known, k), at(range, begin + k));
    if (fits) return closed_sum(known, n);
    Totals both = over(range, begin, begin + n / 2);
    return both += over(range, begin + n / 2, end);
  }

  Totals enumerate(const Range& range, std::int64_t begin, std::int64_t end) {
    Totals all;
    for (std::int64_t k = begin; k < end; ++k) all += at(range, k);
    return all;
  }

  /// Estimates the sum from three samples by the trapezoidal rule.
  Totals sample(const Range& range, std::int64_t begin, std::int64_t end) {
    exact_ = false;
    const Totals a = at(range, begin), b = at(range, begin + (end - begin) / 2), c = at(range, end - 1);
    const auto n = static_cast<double>(end - begin);
    return {n * (a.entries + 2 * b.entries + c.entries) / 4, n * (a.iterations + 2 * b.iterations + c.iterations) / 4};
  }

  Totals take_middle(const Range& range, std::int64_t begin, std::int64_t end) {
    exact_ = false;
    const auto n = static_cast<double>(end - begin);
    const Totals middle = at(range, begin + (end - begin) / 2);
    return {n * middle.entries, n * middle.iterations};
  }

  /// Computes Newton's forward differences in place.
  static std::vector<Totals> differences(std::vector<Totals> values) {
    for (std::size_t order = 1; order < values.size(); ++order) {
      for (std::size_t k = values.size() - 1; k >= order; --k) {
        values[k].entries -= values[k - 1].entries;
        values[k].iterations -= values[k - 1].iterations;
      }
    }
    return values;
  }

  /// Computes Σ differences[m] · binomial(n, m + shift).
  static Totals combine(const std::vector<Totals>& differences, std::int64_t n, int shift) {
    Totals result;
    double binomial = shift == 0 ? 1 : static_cast<double>(n);
    for (std::size_t m = 0; m < differences.size(); ++m) {
      result.entries += differences[m].entries * binomial;
      result.iterations += differences[m].iterations * binomial;
      const double next = static_cast<double>(m) + shift;
      binomial *= (static_cast<double>(n) - next) / (next + 1);
    }
    return result;
  }

  static Totals extrapolate(const std::vector<Totals>& known, std::int64_t k) {
    return combine(differences(known), k, 0);
  }
  static Totals closed_sum(const std::vector<Totals>& known, std::int64_t n) {
    return combine(differences(known), n, 1);
  }

  const Loop& loop_;
  std::vector<NestStep> steps_;
  const Conditions& conditions_;
  LoopValues& values_;
  std::int64_t min_ = 0, max_ = 0, period_ = 1;
  int budget_ = evaluation_budget;
  bool seen_ = false, exact_ = true;
};

}  // namespace

bool has_affine_bounds(const Loop& loop) { return is_affine(loop.lower) && is_affine(loop.upper); }

void collect_bound_loops(const Loop& loop, std::set<int>& loops) {
  for (const Index& bound : loop.lower) collect_loops(bound, loops);
  for (const Index& bound : loop.upper) collect_loops(bound, loops);
}

std::optional<std::int64_t> Conditions::value(int expression, const LoopValues& values) const {
  const Expression& e = function_.expressions[expression];
  if (e.op == OpKind::constant) return static_cast<std::int64_t>(e.constant);
  if (e.op == OpKind::iterator) return values[e.loop];
  if (e.op == OpKind::load) return size(e, values);
  if (e.op == OpKind::cast && !e.type.is_float()) return value(e.operands.at(0), values);
  if (e.operands.empty()) return std::nullopt;
  const auto left = value(e.operands[0], values);
  if (!left) return std::nullopt;
  if (e.op == OpKind::neg) return -*left;
  if (e.operands.size() != 2) return std::nullopt;
  const auto right = value(e.operands[1], values);
  return right ? binary(e.op, *left, *right) : std::nullopt;
}

void Conditions::collect(int expression, std::set<int>& loops) const {
  const Expression& e = function_.expressions[expression];
  if (e.op == OpKind::iterator) loops.insert(e.loop);
  for (int operand : e.operands) collect(operand, loops);
}

/// The assumed value of a size argument (Function::sizes).
std::optional<std::int64_t> Conditions::size(const Expression& load, const LoopValues& values) const {
  for (std::size_t p = 0; p < function_.symbols.size(); ++p) {
    const int symbol = function_.symbols[p];
    if (function_.parameters[p] == load.array && function_.sizes.contains(symbol)) return values[symbol];
  }
  return std::nullopt;
}

TripCount sum_trips(const Loop& loop, const std::vector<NestStep>& steps, const Conditions& conditions,
                    LoopValues& values) {
  return NestSum(loop, steps, conditions, values).count();
}

double count_entries(const std::vector<NestStep>& steps, const Conditions& conditions, LoopValues& values) {
  Loop once;
  once.lower = {constant_index(0)};
  once.upper = {constant_index(1)};
  return NestSum(once, steps, conditions, values).total().entries;
}

}  // namespace pom::dse
