#include <algorithm>

#include "dsl/execute/interpret.hpp"
#include "dsl/model/affine_form.hpp"
#include "dsl/model/any_part.hpp"
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

/// The count at that of the sizes where it is largest; an instance of a compute counts `weight_of(compute)` times.
template <class Weight>
std::int64_t count_weighted(const Function& function, std::int64_t limit, const Weight& weight_of) {
  std::int64_t most = 0;
  for (const Sizes& sizes : sample_sizes(function)) {
    const Function fixed = at_sizes(function, sizes);
    std::int64_t sum = 0;
    for (const Compute& compute : fixed.computes) {
      const std::int64_t weight = weight_of(compute), left = limit - sum;
      const std::int64_t instances = InstanceCounter(compute, left).count(0);
      if (instances > left / weight) return limit + 1;
      sum += instances * weight;
    }
    most = std::max(most, sum);
  }
  return most;
}

/// How many instances of `operations_of_an_instance` operations an instance's value is worth, shared parts once.
std::int64_t weight_by_operations(const Compute& compute) {
  std::int64_t nodes = 0;
  any_part(*compute.value, [&](const ExprNode&) { return ++nodes == 0; });
  return (nodes + operations_of_an_instance - 1) / operations_of_an_instance;
}

}  // namespace

std::int64_t count_instances(const Function& function, std::int64_t limit) {
  return count_weighted(function, limit, [](const Compute&) { return std::int64_t{1}; });
}

std::int64_t count_work(const Function& function, std::int64_t limit) {
  return count_weighted(function, limit, weight_by_operations);
}

}  // namespace pom::dsl
