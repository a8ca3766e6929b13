#include "polyhedral/ir/count_plainly.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/plain_bounds.hpp"

namespace pom::poly {

namespace {

/// Parts that are counted one by one, and ranges of the last two coordinates in all of them: about a second's work.
constexpr unsigned most_counted_apart = 16;
constexpr long most_ranges = 2'000'000;

std::int64_t floor_of(std::int64_t value, std::int64_t divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

/// The values of a coordinate, and which of its bounds are met there.
struct Range {
  std::int64_t low = std::numeric_limits<std::int64_t>::min(), high = std::numeric_limits<std::int64_t>::max();

  std::int64_t length() const { return std::max<std::int64_t>(0, high - low + 1); }
};

/// One part: every prefix of a point has bounds of its own, so that each value within them has points behind it.
class Part {
 public:
  /// `levels`: of the first coordinates, one more each.
  Part(std::vector<std::vector<Bound>> levels, long& left)
      : levels_(std::move(levels)), point_(levels_.size(), 0), left_(left) {
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      matters_.push_back(std::any_of(levels_.begin() + static_cast<std::ptrdiff_t>(level) + 1, levels_.end(),
                                     [&](const std::vector<Bound>& bounds) {
                                       return std::any_of(bounds.begin(), bounds.end(), [&](const Bound& bound) {
                                         return bound.factors.back() != 0 && bound.factors[level] != 0;
                                       });
                                     }));
    }
    is_whole_ = std::all_of(levels_.back().begin(), levels_.back().end(),
                            [](const Bound& bound) { return std::abs(bound.factors.back()) <= 1; });
  }

  /// Less than 0: there are too many ranges.
  std::int64_t count() { return count_from(0); }

 private:
  /// What the bound leaves of the coordinate behind `point_`'s first ones.
  void narrow(Range& range, const Bound& bound) const {
    const std::int64_t factor = bound.factors.back();
    std::int64_t rest = bound.constant;
    for (std::size_t n = 0; n + 1 < bound.factors.size(); ++n) rest += bound.factors[n] * point_[n];
    if (factor > 0) range.low = std::max(range.low, -floor_of(rest, factor));
    if (factor < 0) range.high = std::min(range.high, floor_of(rest, -factor));
  }

  Range range_of(std::size_t level) const {
    Range range;
    for (const Bound& bound : levels_[level]) narrow(range, bound);
    return range;
  }

  std::int64_t count_from(std::size_t level) {
    if (--left_ < 0) return -1;
    const Range range = range_of(level);
    if (level + 1 == levels_.size() || range.length() == 0) return range.length();
    point_[level] = range.low;
    if (!matters_[level]) return range.length() * count_from(level + 1);
    if (level + 2 == levels_.size() && is_whole_) return sum_rows(range.low, range.high);
    std::int64_t count = 0;
    for (; point_[level] <= range.high && left_ >= 0; ++point_[level]) count += count_from(level + 1);
    return count;
  }

  /// The last coordinate's values over all of the one before. Where the same of its bounds are the narrowest at both
  /// ends, they are in between, and the number of values is linear there.
  std::int64_t sum_rows(std::int64_t low, std::int64_t high) {
    if (--left_ < 0) return -1;
    std::int64_t& row = point_[point_.size() - 2];
    const auto at = [&](std::int64_t value, const Bound* one) {
      row = value;
      Range range;
      if (one) narrow(range, *one);
      return one ? range : range_of(levels_.size() - 1);
    };
    const Range first = at(low, nullptr), last = at(high, nullptr);
    if (high - low <= 1) return first.length() + (high > low ? last.length() : 0);
    bool below = false, above = false;
    for (const Bound& bound : levels_.back()) {
      const Range here = at(low, &bound), there = at(high, &bound);
      below = below || (here.low == first.low && there.low == last.low);
      above = above || (here.high == first.high && there.high == last.high);
    }
    if (below && above) return (first.length() + last.length()) * (high - low + 1) / 2;
    const std::int64_t middle = low + (high - low) / 2;
    const std::int64_t before = sum_rows(low, middle);
    return before + sum_rows(middle + 1, high);
  }

  const std::vector<std::vector<Bound>> levels_;
  std::vector<std::int64_t> point_;
  std::vector<bool> matters_;  ///< the coordinate stands in the bounds of a later one
  bool is_whole_ = true;       ///< the last coordinate's bounds are whole numbers
  long& left_;
};

}  // namespace

std::optional<std::int64_t> count_plainly(const isl::set& set) {
  std::int64_t count = 0;
  long left = most_ranges;
  unsigned parts = 0;
  bool is_plain = true;
  make_disjoint(set).foreach_basic_set([&](const isl::basic_set& one) {
    is_plain = is_plain && ++parts <= most_counted_apart;
    const isl::set part = one.to_set();
    if (!is_plain || part.is_empty()) return;
    std::vector<std::vector<Bound>> levels;
    for (unsigned level = 0; level < dimension_count(set) && is_plain; ++level) {
      auto bounds = plain_bounds(keep_first(part, level + 1));
      is_plain = bounds.has_value() && maximum(part, level) && minimum(part, level);
      if (is_plain) levels.push_back(*std::move(bounds));
    }
    if (is_plain) count += Part(std::move(levels), left).count();
    is_plain = is_plain && left >= 0;
  });
  return is_plain ? std::optional(count) : std::nullopt;
}

}  // namespace pom::poly
