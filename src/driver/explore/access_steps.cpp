#include "driver/explore/access_steps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>

#include "dsl/model/affine_form.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::driver {

namespace {

/// How an index moves with a loop: with the quicker part of a minimum or maximum, as inside of a border.
std::int64_t step_of(const dsl::AffineForm& index, std::size_t loop) {
  std::int64_t step = std::abs(index.coefficients[loop]);
  for (const dsl::AffineForm::Choice& choice : index.choices) {
    for (const dsl::AffineForm& operand : choice.operands) step = std::max(step, step_of(operand, loop));
  }
  for (const dsl::AffineForm::Quotient& quotient : index.quotients) {
    const std::int64_t inside = step_of(quotient.dividend, loop);
    if (inside > 0) step = std::max<std::int64_t>({step, 1, inside / quotient.divisor});
  }
  return step;
}

}  // namespace

std::int64_t product_of(const Widths& widths) {
  return std::accumulate(widths.begin(), widths.end(), std::int64_t{1}, std::multiplies<>());
}

double trips(const poly::Statement& statement, std::size_t level) {
  const isl::set values = statement.loop_map.range();
  const auto low = poly::minimum(values, static_cast<unsigned>(level)),
             high = poly::maximum(values, static_cast<unsigned>(level));
  return low && high ? static_cast<double>(*high - *low + 1) : 1;
}

AccessSteps::AccessSteps(const poly::Statement& statement, const std::vector<dsl::ExprPtr>& indices)
    : statement_(&statement) {
  const std::size_t loops = statement.loops.size();
  for (const dsl::ExprPtr& used : indices) {
    const dsl::ExprPtr& index = dsl::written_index(used);
    std::vector<std::int64_t> steps(loops, 0);
    if (index->op != dsl::Op::computed) {
      const dsl::AffineForm form = dsl::flatten_affine(*index, loops, dsl::Parameters::are_zero);
      for (std::size_t l = 0; l < loops; ++l) steps[l] = step_of(form, l);
    }
    steps_.push_back(std::move(steps));
  }
  for (std::size_t l = 0; l < loops; ++l) trips_.push_back(static_cast<std::int64_t>(trips(statement, l)));
}

Widths AccessSteps::met(std::size_t level, std::int64_t at_once) const {
  Widths widths;
  for (const std::vector<std::int64_t>& steps : steps_) widths.push_back(met_along(steps, level, at_once));
  return widths;
}

Widths AccessSteps::fresh(std::size_t level, std::int64_t at_once) const {
  Widths widths;
  for (const std::vector<std::int64_t>& steps : steps_) {
    std::size_t loop = level + 1;
    while (loop > 0 && steps[loop - 1] == 0) --loop;
    widths.push_back(loop == 0           ? met_along(steps, level, at_once)
                     : loop == level + 1 ? steps[level] * at_once
                                         : steps[loop - 1]);
  }
  return widths;
}

bool AccessSteps::overlaps(std::size_t level) const {
  return std::any_of(steps_.begin(), steps_.end(), [&](const std::vector<std::int64_t>& steps) {
    const auto behind = steps.begin() + static_cast<std::ptrdiff_t>(level) + 1;
    const auto moves = [](std::int64_t step) { return step != 0; };
    return std::any_of(steps.begin(), behind, moves) && std::any_of(behind, steps.end(), moves);
  });
}

bool AccessSteps::runs_along_rows() const {
  if (trips_.empty() || steps_.empty() || steps_.back().back() != 1) return false;
  return std::all_of(steps_.begin(), steps_.end() - 1, [](const auto& steps) { return steps.back() == 0; });
}

double AccessSteps::standing_still(std::size_t level, std::int64_t at_once) const {
  double count = 1;
  for (std::size_t loop = level + 1; loop > 0 && !moves(loop - 1); --loop)
    count *= loop == level + 1 ? std::ceil(static_cast<double>(trips_[level]) / static_cast<double>(at_once))
                               : static_cast<double>(trips_[loop - 1]);
  return count;
}

std::vector<std::size_t> AccessSteps::order(std::size_t loops) const {
  std::vector<std::size_t> order;
  for (std::size_t l = 0; l < loops; ++l) {
    for (std::size_t d = 0; d < steps_.size(); ++d) {
      if (steps_[d][l] != 0 && std::find(order.begin(), order.end(), d) == order.end()) order.push_back(d);
    }
  }
  return order;
}

std::int64_t AccessSteps::met_along(const std::vector<std::int64_t>& steps, std::size_t level,
                                    std::int64_t at_once) const {
  std::int64_t width = 1 + steps[level] * (at_once - 1);
  for (std::size_t l = level + 1; l < steps.size(); ++l) width += steps[l] * (trips_[l] - 1);
  return width;
}

bool AccessSteps::moves(std::size_t loop) const {
  return std::any_of(steps_.begin(), steps_.end(), [&](const auto& steps) { return steps[loop] != 0; });
}

}  // namespace pom::driver
