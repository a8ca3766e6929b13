#include "polyhedral/streaming/coming_row.hpp"

#include <functional>
#include <numeric>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"
#include "polyhedral/streaming/coordinate_box.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"
#include "support/floor_division.hpp"

namespace pom::poly {

namespace {

using Vector = std::vector<std::int64_t>;

/// So many times the registers of a row may the parts have that come in all iterations of its loop: where the row comes
/// in a few iterations of many, the registers stand still in the others, for which each has an enable.
constexpr std::int64_t most_idle = 2;

/// The extents of what has one time. { token -> [time] }
std::optional<Vector> extents_at_once(const isl::map& when) {
  const auto differences = box_around(when.apply_range(when.reverse()).deltas());
  if (!differences) return std::nullopt;
  Vector extents;
  for (const Span& difference : *differences) extents.push_back(difference.high + 1);
  return extents;
}

std::int64_t product_of(const Vector& extents) {
  return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
}

class RowFinder {
 public:
  RowFinder(const Consumer& consumer, const TakeTime& take, const isl::map& reads)
      : take_(take),
        loops_(static_cast<unsigned>(take.loops)),
        when_(keep_first(take.when, Side::domain, dimension_count(take.when, Side::domain))),
        reads_(keep_first(reads, Side::range, loops_)),
        own_(keep_first(consumer.statement.loop_map.range(), loops_)) {}

  std::optional<ComingRow> find() {
    if (loops_ < 2 || !find_iterations() || !find_extents() || !find_steps()) return std::nullopt;
    const isl::map last = reads_.lexmax();
    return ComingRow{registers(),
                     {take_.loops, take_.when.apply_range(to_iteration(1, first()))},
                     make_live_range(take_.when.intersect_domain(last.domain()), last),
                     take_.when.apply_range(to_iteration(0, last_moving()))};
  }

 private:
  unsigned inner() const { return loops_ - 1; }
  std::int64_t first() const { return iterations_.back().low; }
  std::int64_t last_moving() const { return first() + moves_ - 1; }

  /// { [l0, …, inner] -> [l0, … + outer, inner'] }
  isl::map to_iteration(std::int64_t outer, std::int64_t inner_value) const {
    std::vector<std::string> to = numbered("l", loops_);
    to[inner() - 1] += " + " + std::to_string(outer);
    to[inner()] = std::to_string(inner_value);
    return isl::map(when_.ctx(), "{ [" + listed("l", loops_) + "] -> [" + listed(to) + "] }");
  }

  /// All that the loops run through, a box.
  bool find_iterations() {
    const auto own = box_around(own_), all = box_around(own_.unite(when_.range()));
    if (!own || !all || count_points(own_) != count_points(*own) || all->back().low != own->back().low) return false;
    iterations_ = *all;
    const isl::map begins = take_.when.apply_range(to_iteration(1, first()));
    return reads_.lexmin().is_equal(begins.intersect_domain(reads_.domain()));
  }

  /// One dimension of the row comes in parts.
  bool find_extents() {
    const auto part = extents_at_once(when_), row = extents_at_once(when_.apply_range(to_iteration(1, first())));
    if (!part || !row) return false;
    int divided = 0;
    for (unsigned d = 0; d < row->size(); ++d) {
      if ((*part)[d] == (*row)[d]) continue;
      ++divided;
      parted_ = d;
    }
    // Every row has as many elements as its box.
    const isl::map rows = when_.apply_range(to_iteration(1, first()));
    if (divided != 1 || count_points(rows.domain()) != count_points(rows.range()) * product_of(*row)) return false;
    extents_ = *row;
    part_ = (*part)[parted_];
    const std::int64_t parts = ceiling_division(extents_[parted_], part_);
    moves_ = iterations_.back().size() <= most_idle * parts ? iterations_.back().size() : parts;
    extents_[parted_] = moves_ * part_;
    return product_of(extents_) <= most_registers;
  }

  /// By loop, how far the first element moves that comes in one iteration.
  bool find_steps() {
    const isl::map first_element = when_.reverse().lexmin();
    for (unsigned l = 0; l < loops_; ++l) {
      std::vector<std::string> next = numbered("l", loops_);
      next[l] += " + 1";
      const isl::map following(when_.ctx(), "{ [" + listed("l", loops_) + "] -> [" + listed(next) + "] }");
      const isl::set moved = first_element.reverse().apply_range(following).apply_range(first_element).deltas();
      if (moved.is_empty()) {
        steps_.emplace_back(extents_.size(), 0);
        continue;
      }
      const auto step = box_around(moved);
      if (!step || count_points(*step) != 1) return false;
      steps_.emplace_back();
      for (const Span& own : *step) steps_.back().push_back(own.low);
    }
    for (unsigned d = 0; d < extents_.size(); ++d) {
      if (steps_.back()[d] != (d == parted_ ? part_ : 0)) return false;
    }
    return true;
  }

  Reuse registers() const {
    Reuse reuse;
    reuse.loops = take_.loops;
    reuse.steps = steps_;
    reuse.least.assign(extents_.size(), 0);
    reuse.offsets = when_.domain();  // gives offset_of() its context
    Box all = *box_around(when_.wrap().apply(reuse.offset_of()));
    const std::int64_t fresh = all[parted_].low;
    all[parted_].low -= (moves_ - 1) * part_;
    reuse.least.clear();
    for (const Span& own : all) {
      reuse.least.push_back(own.low);
      reuse.extents.push_back(own.size());
    }
    reuse.offsets = set_of(when_.ctx(), all);
    reuse.fresh = bound_below(reuse.offsets, parted_, fresh);
    const isl::set received = bound_above(reuse.offsets, parted_, fresh - 1),
                   handed_on = bound_below(reuse.offsets, parted_, all[parted_].low + part_);
    reuse.levels.push_back({static_cast<int>(inner()), received, handed_on, {}});
    reuse.iterations = set_of(when_.ctx(), iterations_);
    reuse.moving = bound_above(reuse.iterations, inner(), last_moving());
    return reuse;
  }

  const TakeTime& take_;
  const unsigned loops_;
  const isl::map when_, reads_;
  const isl::set own_;
  Box iterations_;
  Vector extents_;  ///< of the registers
  std::vector<Vector> steps_;
  unsigned parted_ = 0;
  std::int64_t part_ = 0, moves_ = 0;
};

}  // namespace

std::optional<ComingRow> find_coming_row(const Consumer& consumer, const TakeTime& take, const isl::map& reads) {
  return RowFinder(consumer, take, reads).find();
}

}  // namespace pom::poly
