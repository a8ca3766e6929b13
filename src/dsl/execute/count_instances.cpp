#include <algorithm>

#include "dsl/execute/interpret.hpp"
#include "dsl/model/affine_form.hpp"
#include "dsl/model/at_sizes.hpp"

namespace pom::dsl {
namespace {

/// Counts the iterations of one compute's nest; never more than `limit` + 1.
class InstanceCounter {
 public:
  InstanceCounter(const Compute& compute, std::int64_t limit) : limit_(limit), iterators_(compute.loops.size(), 0) {
    for (const Loop& loop : compute.loops) {
      lower_.push_back(flatten_affine(*loop.lower, compute.loops.size()));
      upper_.push_back(flatten_affine(*loop.upper, compute.loops.size()));
    }
  }

  std::int64_t count(int depth) {
    if (depth == static_cast<int>(lower_.size())) return 1;
    std::int64_t first = lower_[depth].evaluate(iterators_.data());
    std::int64_t last = upper_[depth].evaluate(iterators_.data());
    if (first >= last) return 0;
    if (!shapes_inner_loops(depth)) return multiply(last - first, count(depth + 1));
    std::int64_t sum = 0;
    for (std::int64_t i = first; i < last && sum <= limit_; ++i) {
      if (++steps_ > most_steps) return limit_ + 1;
      iterators_[depth] = i;
      sum = std::min(sum + count(depth + 1), limit_ + 1);
    }
    return sum;
  }

 private:
  bool shapes_inner_loops(int depth) const {
    for (std::size_t inner = static_cast<std::size_t>(depth) + 1; inner < lower_.size(); ++inner) {
      if (lower_[inner].depends_on(depth) || upper_[inner].depends_on(depth)) return true;
    }
    return false;
  }

  std::int64_t multiply(std::int64_t a, std::int64_t b) const {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) return limit_ + 1;
    return std::min(product, limit_ + 1);
  }

  static constexpr std::int64_t most_steps = 20'000'000;  ///< some tenths of a second
  std::int64_t limit_, steps_ = 0;
  std::vector<std::int64_t> iterators_;
  std::vector<AffineForm> lower_, upper_;
};

}  // namespace

std::int64_t count_instances(const Function& function, std::int64_t limit) {
  std::int64_t most = 0;
  for (const Sizes& sizes : sample_sizes(function)) {
    const Function fixed = at_sizes(function, sizes);
    std::int64_t sum = 0;
    for (const Compute& compute : fixed.computes) {
      sum += InstanceCounter(compute, limit - sum).count(0);
      if (sum > limit) return limit + 1;
    }
    most = std::max(most, sum);
  }
  return most;
}

}  // namespace pom::dsl
