#include "driver/report/latency_formula.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

#include "dse/estimate/estimate.hpp"
#include "dse/kernel/from_loops.hpp"
#include "dsl/model/at_sizes.hpp"

namespace pom::driver {

namespace {

using poly::AffineExpr;
using poly::LoopNode;

/// Estimates that one formula may take; each is some milliseconds.
constexpr std::size_t most_estimates = 60;
/// How many of the least sizes are asked for one by one.
constexpr std::int64_t small_sizes = 4;
/// Strips of more iterations than this leave too few sizes in a range.
constexpr std::int64_t longest_period = 256;

/// One variable of the polynomial: sizes last, last - period, last - 2 period … fix it.
struct Variable {
  int scalar = -1;
  int degree = 0;
  std::int64_t last = 0, period = 1;
  std::int64_t least = 0;  ///< from here on the polynomial holds

  std::int64_t value(std::int64_t step) const { return last - step * period; }
};

/// Whether an expression depends on the parameter, also by way of the loops in `through`.
bool depends_on(const AffineExpr& e, int scalar, const std::vector<int>& through) {
  return e.any_part([&](const AffineExpr& part) {
    if (part.kind == AffineExpr::Kind::parameter) return part.scalar == scalar;
    return part.kind == AffineExpr::Kind::iterator &&
           std::find(through.begin(), through.end(), part.loop) != through.end();
  });
}

/// What the loops of a nest do with one parameter.
struct Dependence {
  int degree = 0;           ///< the greatest number of nested loops whose trips depend on it
  std::int64_t period = 1;  ///< of the divisions of it, and of the steps of those loops
};

void note_divisions(const AffineExpr& e, int scalar, const std::vector<int>& through, Dependence& found) {
  const bool divides = e.kind == AffineExpr::Kind::floordiv || e.kind == AffineExpr::Kind::mod;
  if (divides && depends_on(e, scalar, through)) found.period = std::lcm(found.period, e.value);
  for (const AffineExpr& operand : e.operands) note_divisions(operand, scalar, through, found);
}

/// `through`: the loops around whose trips depend on the parameter.
void examine(const std::vector<LoopNode>& body, int scalar, const std::vector<int>& through, Dependence& found) {
  for (const LoopNode& node : body) {
    if (found.period > longest_period) return;
    bool own = false;
    for (const auto* bounds : {&node.lower, &node.upper}) {
      for (const AffineExpr& bound : *bounds) {
        own = own || depends_on(bound, scalar, through);
        note_divisions(bound, scalar, through, found);
      }
    }
    for (const poly::Constraint& constraint : node.when) note_divisions(constraint.expr, scalar, through, found);
    std::vector<int> inside = through;
    if (own) {
      inside.push_back(node.id);
      found.period = std::lcm(found.period, node.step);
      found.degree = std::max(found.degree, static_cast<int>(inside.size()));
    }
    examine(node.body, scalar, inside, found);
  }
}

Dependence find_dependence(const poly::LoopTree& tree, int scalar) {
  Dependence found;
  examine(tree.roots, scalar, {}, found);
  for (const poly::Routine& routine : tree.routines) examine(routine.body, scalar, {}, found);
  return found;
}

class Fit {
 public:
  Fit(const poly::LoopTree& tree, const dse::devices::Target& target) : tree_(tree), target_(target) {}

  std::string run() {
    if (!choose_variables()) return "";
    samples_.clear();
    std::vector<std::int64_t> steps(variables_.size(), 0);
    if (!sample(steps, 0)) return "";
    interpolate();
    return holds_elsewhere() ? text() : "";
  }

 private:
  bool choose_variables() {
    std::size_t estimates = 1;
    for (const int scalar : tree_.program->parameters()) {
      const Dependence found = find_dependence(tree_, scalar);
      if (found.period > longest_period) return false;
      const dsl::ParameterRange& range = *tree_.program->scalars[scalar]->range;
      const Variable variable{scalar, found.degree, range.high / found.period * found.period, found.period};
      // The formula's own sizes and two that check it.
      if (range.high < 0 || variable.value(variable.degree + 2) < range.low) return false;
      estimates *= static_cast<std::size_t>(variable.degree) + 1;
      if (estimates > most_estimates) return false;
      variables_.push_back(variable);
    }
    return !variables_.empty();
  }

  std::optional<double> estimate(const std::vector<std::int64_t>& steps) const {
    auto program = std::make_shared<dsl::Function>(*tree_.program);
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      auto& scalar = program->scalars[variables_[v].scalar];
      scalar = std::make_shared<dsl::Scalar>(*scalar);
      scalar->size = variables_[v].value(steps[v]);
    }
    poly::LoopTree tree = tree_;
    tree.program = program;
    const auto answer = dse::estimate::estimate(dse::make_kernel(tree), target_);
    const auto* qor = std::get_if<dse::estimate::Qor>(&answer);
    // Beyond that, double no longer counts single cycles.
    return qor && qor->latency_average < 0x1p50 ? std::optional(qor->latency_average) : std::nullopt;
  }

  /// Fills `samples_`, the last variable's steps fastest. False: there is no estimate.
  bool sample(std::vector<std::int64_t>& steps, std::size_t v) {
    if (v == variables_.size()) {
      const auto latency = estimate(steps);
      if (latency) samples_.push_back(*latency);
      return latency.has_value();
    }
    for (std::int64_t step = 0; step <= variables_[v].degree; ++step) {
      steps[v] = step;
      if (!sample(steps, v + 1)) return false;
    }
    return true;
  }

  /// Samples become coefficients of powers of the steps, one variable after the other.
  void interpolate() {
    std::size_t inner = 1;
    for (std::size_t v = variables_.size(); v-- > 0;) {
      const std::size_t count = static_cast<std::size_t>(variables_[v].degree) + 1;
      for (std::size_t at = 0; at < samples_.size(); ++at) {
        if (at / inner % count == 0) interpolate_line(at, inner, count);
      }
      inner *= count;
    }
  }

  /// Newton's forward differences, then falling factorials become powers.
  void interpolate_line(std::size_t first, std::size_t stride, std::size_t count) {
    std::vector<double> values, powers(count, 0.0), factorial = {1.0};
    for (std::size_t k = 0; k < count; ++k) values.push_back(samples_[first + k * stride]);
    double scale = 1;
    for (std::size_t order = 0; order < count; ++order) {
      if (order > 0) scale /= static_cast<double>(order);
      for (std::size_t p = 0; p < factorial.size(); ++p) powers[p] += values[order] * scale * factorial[p];
      for (std::size_t k = count - 1; k > order; --k) values[k] -= values[k - 1];
      std::vector<double> next(factorial.size() + 1, 0.0);  // times (step - order)
      for (std::size_t p = 0; p < factorial.size(); ++p) {
        next[p + 1] += factorial[p];
        next[p] -= static_cast<double>(order) * factorial[p];
      }
      factorial = next;
    }
    for (std::size_t k = 0; k < count; ++k) samples_[first + k * stride] = powers[k];
  }

  double evaluate(const std::vector<std::int64_t>& steps) const {
    double sum = 0;
    for (std::size_t at = 0; at < samples_.size(); ++at) {
      double term = samples_[at];
      std::size_t rest = at;
      for (std::size_t v = variables_.size(); v-- > 0;) {
        const std::size_t count = static_cast<std::size_t>(variables_[v].degree) + 1;
        term *= std::pow(static_cast<double>(steps[v]), static_cast<double>(rest % count));
        rest /= count;
      }
      sum += term;
    }
    return sum;
  }

  bool holds_at(const std::vector<std::int64_t>& steps) const {
    const auto latency = estimate(steps);
    return latency && std::abs(*latency - evaluate(steps)) <= 1e-6 * std::max(1.0, std::abs(*latency));
  }

  /// At the next size of all; then down to the least size of each for which it holds, and there together. Few
  /// iterations are another matter: the tool dissolves loops of one.
  bool holds_elsewhere() {
    std::vector<std::int64_t> next, least;
    for (const Variable& variable : variables_) next.push_back(variable.degree + 1);
    if (!holds_at(next)) return false;
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      Variable& variable = variables_[v];
      const std::int64_t low = tree_.program->scalars[variable.scalar]->range->low;
      const std::int64_t least_size = (variable.last - low) / variable.period;
      std::int64_t good = variable.degree + 1, bad = least_size + 1;
      std::vector<std::int64_t> alone = next;
      // Of the least sizes each: it may hold at one by chance, and mostly holds at all.
      for (alone[v] = least_size; alone[v] > std::max(good, least_size - small_sizes); --alone[v]) {
        if (!holds_at(alone)) bad = alone[v];
      }
      if (bad > least_size) good = std::max(good, least_size);
      while (good + 1 < bad) {
        alone[v] = good + (bad - good) / 2;
        (holds_at(alone) ? good : bad) = alone[v];
      }
      variable.least = variable.value(good);
      least.push_back(good);
    }
    return holds_between(least);
  }

  /// At sizes all over the box down to the least ones: where one size ends the loops of another, another polynomial
  /// begins.
  bool holds_between(const std::vector<std::int64_t>& least) const {
    const std::int64_t parts = least.size() == 1 ? 8 : least.size() == 2 ? 4 : 2;
    std::vector<std::int64_t> part(least.size(), 0), steps(least.size());
    for (std::size_t asked = 0; asked < most_estimates; ++asked) {
      for (std::size_t v = 0; v < least.size(); ++v) steps[v] = least[v] * part[v] / parts;
      if (!holds_at(steps)) return false;
      std::size_t v = 0;
      while (v < least.size() && ++part[v] > parts) part[v++] = 0;
      if (v == least.size()) break;
    }
    return true;
  }

  /// Of the powers of the sizes themselves: step = (last - size) / period.
  std::vector<double> in_sizes() const {
    std::vector<double> result = samples_;
    std::size_t inner = 1;
    for (std::size_t v = variables_.size(); v-- > 0;) {
      const std::size_t count = static_cast<std::size_t>(variables_[v].degree) + 1;
      const double period = static_cast<double>(variables_[v].period), last = static_cast<double>(variables_[v].last);
      for (std::size_t at = 0; at < result.size(); ++at) {
        if (at / inner % count != 0) continue;
        std::vector<double> sizes(count, 0.0), power = {1.0};  // ((last - x) / period)^k
        for (std::size_t k = 0; k < count; ++k) {
          for (std::size_t p = 0; p < power.size(); ++p) sizes[p] += result[at + k * inner] * power[p];
          std::vector<double> next(power.size() + 1, 0.0);
          for (std::size_t p = 0; p < power.size(); ++p) {
            next[p] += power[p] * last / period;
            next[p + 1] -= power[p] / period;
          }
          power = next;
        }
        for (std::size_t k = 0; k < count; ++k) result[at + k * inner] = sizes[k];
      }
      inner *= count;
    }
    return result;
  }

  /// Coefficients are fractions of this: of the powers' own denominator, or of a multiple of it where copies of a loop
  /// whose trips vary divide them further (j < i by two: 1/4 N^2). 0: no such number is small.
  std::int64_t denominator(const std::vector<double>& coefficients) const {
    std::int64_t all = 1;
    for (const Variable& variable : variables_) {
      for (int n = 1; n <= variable.degree; ++n) all *= n * variable.period;
    }
    constexpr std::int64_t largest_multiple = 64;
    constexpr double rounding = 1e-4;
    for (std::int64_t multiple = 1; multiple <= largest_multiple; ++multiple) {
      const double whole = static_cast<double>(all * multiple);
      if (std::all_of(coefficients.begin(), coefficients.end(), [&](double coefficient) {
            return std::abs(coefficient * whole - std::round(coefficient * whole)) <= rounding;
          }))
        return all * multiple;
    }
    return 0;
  }

  std::string monomial(std::size_t at) const {
    std::string text;
    for (std::size_t v = variables_.size(); v-- > 0;) {
      const std::size_t count = static_cast<std::size_t>(variables_[v].degree) + 1, power = at % count;
      at /= count;
      if (power == 0) continue;
      const std::string& name = tree_.program->scalars[variables_[v].scalar]->name;
      text = name + (power > 1 ? "^" + std::to_string(power) : "") + (text.empty() ? "" : " " + text);
    }
    return text;
  }

  std::string text() const {
    const std::vector<double> coefficients = in_sizes();
    const std::int64_t whole = denominator(coefficients);
    if (whole == 0) return "";
    std::string sum;
    for (std::size_t at = coefficients.size(); at-- > 0;) {
      const auto scaled = static_cast<std::int64_t>(std::llround(coefficients[at] * static_cast<double>(whole)));
      if (scaled == 0) continue;
      const std::int64_t common = std::gcd(scaled, whole), above = std::abs(scaled) / common, below = whole / common;
      const std::string variables = monomial(at);
      const std::string number = std::to_string(above) + (below > 1 ? "/" + std::to_string(below) : "");
      const std::string sign = scaled < 0 ? (sum.empty() ? "-" : " - ") : (sum.empty() ? "" : " + ");
      sum += sign + (number == "1" && !variables.empty() ? "" : number + (variables.empty() ? "" : " ")) + variables;
    }
    if (sum.empty()) sum = "0";
    std::string where;
    for (const Variable& variable : variables_) {
      const dsl::Scalar& declared = *tree_.program->scalars[variable.scalar];
      const bool everywhere = variable.least - variable.period < declared.range->low;
      if (variable.period == 1 && everywhere) continue;
      where += (where.empty() ? ", for " : ", ") + declared.name;
      if (variable.period > 1) where += " a multiple of " + std::to_string(variable.period);
      if (!everywhere) where += " from " + std::to_string(variable.least) + " on";
    }
    return sum + where;
  }

  const poly::LoopTree& tree_;
  const dse::devices::Target& target_;
  std::vector<Variable> variables_;
  std::vector<double> samples_;  ///< latencies, then coefficients of powers of the steps
};

}  // namespace

std::string latency_formula(const poly::LoopTree& tree, const dse::devices::Target& target) {
  if (tree.program->parameters().empty()) return "";
  return Fit(tree, target).run();
}

}  // namespace pom::driver
