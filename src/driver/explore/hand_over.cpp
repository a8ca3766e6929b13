#include "driver/explore/hand_over.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <set>

#include "dsl/model/affine_form.hpp"
#include "polyhedral/dataflow/process_time.hpp"

namespace pom::driver {

namespace {

using Widths = HandOver::Widths;

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

/// One access of an array in the nest of a statement.
class AccessSteps {
 public:
  AccessSteps(const poly::Statement& statement, const std::vector<dsl::ExprPtr>& indices) : statement_(statement) {
    const std::size_t loops = statement.loops.size();
    for (const dsl::ExprPtr& index : indices) {
      std::vector<std::int64_t> steps(loops, 0);
      if (index->op != dsl::Op::computed) {
        const dsl::AffineForm form = dsl::flatten_affine(*index, loops);
        for (std::size_t l = 0; l < loops; ++l) steps[l] = step_of(form, l);
      }
      steps_.push_back(std::move(steps));
    }
    for (std::size_t l = 0; l < loops; ++l) trips_.push_back(static_cast<std::int64_t>(trips(statement, l)));
  }

  const poly::Statement& statement() const { return statement_; }
  std::size_t dimensions() const { return steps_.size(); }

  /// What `at_once` iterations of a loop and all inside of them meet.
  Widths met(std::size_t level, std::int64_t at_once) const {
    Widths widths;
    for (const std::vector<std::int64_t>& steps : steps_) widths.push_back(met_along(steps, level, at_once));
    return widths;
  }

  /// What of that the iteration before has not met.
  Widths fresh(std::size_t level, std::int64_t at_once) const {
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

  /// Whether neighbouring iterations meet elements in common, which makes a window.
  bool overlaps(std::size_t level) const {
    return std::any_of(steps_.begin(), steps_.end(), [&](const std::vector<std::int64_t>& steps) {
      const auto behind = steps.begin() + static_cast<std::ptrdiff_t>(level) + 1;
      const auto moves = [](std::int64_t step) { return step != 0; };
      return std::any_of(steps.begin(), behind, moves) && std::any_of(behind, steps.end(), moves);
    });
  }

  /// Iterations of the innermost loops down to `level` in which nothing moves.
  double standing_still(std::size_t level, std::int64_t at_once) const {
    double count = 1;
    for (std::size_t loop = level + 1; loop > 0 && !moves(loop - 1); --loop)
      count *= loop == level + 1 ? std::ceil(static_cast<double>(trips_[level]) / static_cast<double>(at_once))
                                 : static_cast<double>(trips_[loop - 1]);
    return count;
  }

  /// The dimensions in the order in which the outer `loops` move them.
  std::vector<std::size_t> order(std::size_t loops) const {
    std::vector<std::size_t> order;
    for (std::size_t l = 0; l < loops; ++l) {
      for (std::size_t d = 0; d < steps_.size(); ++d) {
        if (steps_[d][l] != 0 && std::find(order.begin(), order.end(), d) == order.end()) order.push_back(d);
      }
    }
    return order;
  }

 private:
  std::int64_t met_along(const std::vector<std::int64_t>& steps, std::size_t level, std::int64_t at_once) const {
    std::int64_t width = 1 + steps[level] * (at_once - 1);
    for (std::size_t l = level + 1; l < steps.size(); ++l) width += steps[l] * (trips_[l] - 1);
    return width;
  }

  bool moves(std::size_t loop) const {
    return std::any_of(steps_.begin(), steps_.end(), [&](const auto& steps) { return steps[loop] != 0; });
  }

  const poly::Statement& statement_;
  std::vector<std::vector<std::int64_t>> steps_;  ///< by dimension and loop
  std::vector<std::int64_t> trips_;
};

bool is_in_pipeline(const RateChoice& choice, const poly::Statement& statement) {
  return std::any_of(choice.shared.begin(), choice.shared.end(),
                     [&](const auto& shared) { return shared.first == statement.name; });
}

Widths widest(Widths all, const Widths& more) {
  for (std::size_t d = 0; d < all.size(); ++d) all[d] = std::max(all[d], more[d]);
  return all;
}

class HandOverList {
 public:
  HandOverList(const poly::Scop& scop, const std::vector<std::vector<RateChoice>>& rates)
      : scop_(scop), rates_(rates), processes_(poly::find_processes(scop)) {}

  std::vector<HandOver> list() const {
    std::vector<HandOver> all;
    for (std::size_t p = 0; p < processes_.size(); ++p) {
      for (const int array : written_by(p)) {
        for (std::size_t c = p + 1; c < processes_.size(); ++c) {
          if (poly::uses_array(scop_, processes_[c], array)) add(p, c, array, all);
        }
      }
    }
    return all;
  }

 private:
  std::set<int> written_by(std::size_t process) const {
    std::set<int> arrays;
    for (const int s : processes_[process].statements) arrays.insert(scop_.statements[s].write.array);
    return arrays;
  }

  void add(std::size_t producer, std::size_t consumer, int array, std::vector<HandOver>& all) const {
    std::vector<AccessSteps> writes, reads;
    for (const int s : processes_[producer].statements) {
      const dsl::Compute& compute = scop_.program->computes[s];
      if (compute.store.array == array) writes.emplace_back(scop_.statements[s], compute.store.indices);
    }
    for (const int s : processes_[consumer].statements) {
      for (const dsl::Access& load : scop_.program->computes[s].loads) {
        if (load.array == array) reads.emplace_back(scop_.statements[s], load.indices);
      }
    }
    if (writes.empty() || reads.empty() || writes.front().dimensions() == 0) return;
    HandOver over{static_cast<int>(producer), static_cast<int>(consumer), {}, {}, {}};
    for (const RateChoice& choice : rates_[producer]) over.sent.push_back(sent(choice, writes));
    const std::vector<std::size_t> order = writes.back().order(writes.back().statement().loops.size());
    for (const RateChoice& choice : rates_[consumer]) {
      over.taken.push_back(taken(choice, reads, order));
      const bool window = reads.size() > 1 || reads.front().overlaps(static_cast<std::size_t>(choice.level));
      const bool counts = !window && is_in_pipeline(choice, reads.front().statement());
      over.standing_still.push_back(
          counts ? reads.front().standing_still(static_cast<std::size_t>(choice.level), choice.at_once) : 1);
    }
    all.push_back(std::move(over));
  }

  static Widths sent(const RateChoice& choice, const std::vector<AccessSteps>& writes) {
    Widths widths(writes.front().dimensions(), 1);
    for (const AccessSteps& write : writes) {
      if (is_in_pipeline(choice, write.statement()))
        widths = widest(widths, write.met(static_cast<std::size_t>(choice.level), choice.at_once));
    }
    return widths;
  }

  /// Nothing where the consumer's loops go through the array in another order than the producer's.
  static Widths taken(const RateChoice& choice, const std::vector<AccessSteps>& reads,
                      const std::vector<std::size_t>& producers_order) {
    Widths widths(reads.front().dimensions(), 1);
    for (const AccessSteps& read : reads) {
      if (!is_in_pipeline(choice, read.statement())) continue;
      const auto level = static_cast<std::size_t>(choice.level);
      const std::vector<std::size_t> order = read.order(level + 1);
      if (order.size() > producers_order.size() || !std::equal(order.begin(), order.end(), producers_order.begin()))
        return {};
      widths = widest(widths, read.fresh(level, choice.at_once));
    }
    return widths;
  }

  const poly::Scop& scop_;
  const std::vector<std::vector<RateChoice>>& rates_;
  const std::vector<poly::Process> processes_;
};

}  // namespace

std::pair<double, double> HandOver::intervals(std::size_t of_producer, std::size_t of_consumer) const {
  const Widths &push = sent[of_producer], &take = taken[of_consumer];
  double pushes = 1, takes = 1;
  for (std::size_t d = 0; d < take.size(); ++d) {
    const auto lanes = static_cast<double>(std::gcd(push[d], take[d]));
    pushes *= static_cast<double>(push[d]) / lanes;
    takes *= static_cast<double>(take[d]) / lanes;
  }
  return {pushes, std::max(1.0, takes / standing_still[of_consumer])};
}

std::vector<HandOver> list_hand_overs(const poly::Scop& as_written, const std::vector<std::vector<RateChoice>>& rates) {
  return HandOverList(as_written, rates).list();
}

}  // namespace pom::driver
