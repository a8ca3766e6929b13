#include "polyhedral/streaming/reuse.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "polyhedral/dataflow/live_range.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/streaming/coordinate_box.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"

namespace pom::poly {

namespace {

using Vector = std::vector<std::int64_t>;

/// "x0 + 2 * l0, x1 + …": each coordinate with its part of Σ factor·step·l.
std::string moved(const std::vector<Vector>& steps, const std::string& letter, std::size_t dimensions, int factor) {
  std::string text;
  for (std::size_t d = 0; d < dimensions; ++d) {
    text += (d ? ", " : "") + (letter.empty() ? "0" : letter + std::to_string(d));
    for (std::size_t l = 0; l < steps.size(); ++l)
      text += " + " + std::to_string(factor * steps[l][d]) + " * l" + std::to_string(l);
  }
  return text;
}

/// { [x] -> [x + by] }
isl::map translation(const isl::ctx& context, const Vector& by) {
  std::string to;
  for (std::size_t d = 0; d < by.size(); ++d)
    to += (d ? ", x" : "x") + std::to_string(d) + " + " + std::to_string(by[d]);
  return isl::map(context, "{ [" + listed("x", by.size()) + "] -> [" + to + "] }");
}

/// The only point, if there is one.
std::optional<Vector> only_point(const isl::set& set) {
  Vector point;
  for (unsigned d = 0; d < dimension_count(set); ++d) {
    const auto low = minimum(set, d), high = maximum(set, d);
    if (!low || low != high) return std::nullopt;
    point.push_back(*low);
  }
  return point;
}

class ReuseFinder {
 public:
  ReuseFinder(const std::vector<PatternRead>& reads, const ReuseLoops& loops, const std::vector<Bundle>& bundles)
      : reads_(reads), first_(loops.first), bundles_(bundles) {
    reuse_.loops = loops.count;
  }

  /// Why there is none; "": there is.
  std::string find() {
    dimensions_ = dimension_count(reads_.front().relation, Side::range);
    if (dimensions_ == 0) return "it has one element";
    collect_uses();
    if (!find_steps()) return "its elements are not read at constant steps";
    if (std::string why_not = find_offsets(); !why_not.empty()) return why_not;
    if (!find_iterations()) return "its iterations are no box";
    find_levels();
    if (reuse_.levels.empty())
      return "no iteration finds what an earlier one read at another place of the pattern\n"
             "the pattern moves in the pipelined loop, and without one in the innermost";
    extend_iterations();
    return "";
  }

  const Reuse& result() const { return reuse_; }

  /// The first part of that alone.
  bool find_only_steps() {
    dimensions_ = dimension_count(reads_.front().relation, Side::range);
    collect_uses();
    return find_steps();
  }

 private:
  isl::ctx context() const { return reads_.front().relation.ctx(); }

  /// One access of the pattern. Near borders, where an index is clamped, mirrored or behind a condition, it is at other
  /// offsets than in the middle, where most of its iterations are.
  struct Use {
    const Statement* statement = nullptr;
    isl::map all;     ///< { [element] -> [l0, …] }, all loops of the statement
    isl::map middle;  ///< of most iterations
  };

  void collect_uses() {
    for (const PatternRead& read : reads_) {
      const isl::map accesses = read.relation.intersect_domain(read.statement.domain);
      const auto timed = [&](const isl::map& some) {
        return keep_first(some, Side::range, dimensions_).reverse().apply_range(read.statement.loop_map);
      };
      uses_.push_back({&read.statement, timed(accesses), timed(largest_piece(accesses))});
    }
  }

  static isl::map largest_piece(const isl::map& accesses) {
    std::vector<isl::map> pieces;
    join_plain_pieces(accesses).foreach_basic_map([&](const isl::basic_map& piece) { pieces.emplace_back(piece); });
    if (pieces.size() < 2) return accesses;
    const auto volume = [](const isl::map& piece) {
      double all = 1;
      const isl::set instances = piece.domain();
      for (unsigned d = 0; d < dimension_count(instances); ++d)
        all *= static_cast<double>(maximum(instances, d).value_or(0) - minimum(instances, d).value_or(0) + 1);
      return all;
    };
    return *std::max_element(pieces.begin(), pieces.end(),
                             [&](const isl::map& a, const isl::map& b) { return volume(a) < volume(b); });
  }

  bool find_steps() {
    for (int l = 0; l < reuse_.loops; ++l) {
      std::optional<Vector> common;
      for (const Use& use : uses_) {
        const auto step = step_of(use, static_cast<std::size_t>(l));
        if (!step) return false;
        if (step->empty()) continue;
        if (common && *common != *step) return false;
        common = step;
      }
      reuse_.steps.push_back(common ? *common : Vector(dimensions_, 0));
    }
    return true;
  }

  /// Empty: the loop has one iteration. Of a loop that leaves values out (row_loops.hpp), for one value.
  std::optional<Vector> step_of(const Use& use, std::size_t loop) const {
    Vector by(use.statement->loops.size(), 0);
    by[loop] = stride(use.middle.range(), static_cast<unsigned>(loop));
    const isl::set differences =
        use.middle.apply_range(translation(context(), by)).apply_range(use.middle.reverse()).deltas();
    if (differences.is_empty()) return Vector{};
    std::optional<Vector> step = only_point(differences);
    for (std::size_t d = 0; step && d < step->size(); ++d) {
      if ((*step)[d] % by[loop] != 0) return std::nullopt;
      (*step)[d] /= by[loop];
    }
    return step;
  }

  unsigned loop_count() const { return static_cast<unsigned>(reuse_.loops); }

  isl::map in_loops(const isl::map& use) const { return keep_first(use, Side::range, loop_count()); }

  static void widen(std::optional<Box>& all, const Box& more) {
    if (!all) all = more;
    for (std::size_t d = 0; d < more.size(); ++d)
      (*all)[d] = {std::min((*all)[d].low, more[d].low), std::max((*all)[d].high, more[d].high)};
  }

  /// The greatest step between single offsets; -1: some are ranges.
  static std::int64_t apart(const std::vector<Box>& offsets, unsigned dimension) {
    std::int64_t step = 0;
    for (const Box& one : offsets) {
      const Span range = one[dimension];
      if (range.low != range.high) return -1;
      step = std::gcd(step, range.low - offsets.front()[dimension].low);
    }
    return step;
  }

  /// The box around all offsets. Borders may bring others than the middle has, as a mirror does, but no more than as
  /// many again. Why there is none; "": there is.
  std::string find_offsets() {
    const std::string no_pattern = "what its iterations read is no pattern that moves";
    reuse_.least.assign(dimensions_, 0);
    reuse_.offsets = uses_.front().all.domain();  // gives offset_of() its context
    const isl::map offset_of = reuse_.offset_of();
    reuse_.least.clear();
    std::optional<Box> box, middle;
    std::vector<Box> ranges;
    std::optional<isl::set> offsets, all;
    for (const Use& use : uses_) {
      const isl::set own = in_loops(use.middle).wrap().apply(offset_of),
                     whole = in_loops(use.all).wrap().apply(offset_of);
      const auto around = box_around(own), around_all = box_around(whole);
      if (!around || !around_all) return no_pattern;
      widen(middle, *around);
      widen(box, *around_all);
      ranges.push_back(*around);
      ranges.push_back(*around_all);
      offsets = offsets ? offsets->unite(own) : own;
      all = all ? all->unite(whole) : whole;
    }
    Vector strides;
    std::int64_t count = 1;
    for (unsigned d = 0; d < dimensions_; ++d) {
      Span& range = (*box)[d];
      if (range.high - range.low + 1 > 2 * ((*middle)[d].high - (*middle)[d].low + 1)) return no_pattern;
      std::int64_t step = apart(ranges, d);
      if (step < 0) step = stride(*offsets, d);
      for (const Vector& of_loop : reuse_.steps) step = std::gcd(step, of_loop[d]);
      strides.push_back(std::max<std::int64_t>(step, 1));
      if (step == 1) range.high += up_to_bundle(d, range.high + 1);
      reuse_.least.push_back(range.low);
      reuse_.extents.push_back(range.high - range.low + 1);
      count *= reuse_.extents.back();
      if (count > most_registers) return "its window has more than " + std::to_string(most_registers) + " elements";
    }
    reuse_.offsets = set_of(context(), *box, strides);
    // Of a diagonal pattern, the steps that a coordinate has while the others stand still leave some out; borders may.
    if (!all->is_subset(reuse_.offsets)) reuse_.offsets = set_of(context(), *box);
    return "";
  }

  /// How many elements behind the last one of the pattern, in whose direction all loops move it, end a bundle; or as
  /// many bundles as one step has, so that each iteration takes whole ones.
  std::int64_t up_to_bundle(unsigned dimension, std::int64_t end) const {
    if (bundles_.empty()) return 0;
    std::int64_t moved = 0;
    for (const Vector& step : reuse_.steps) {
      if (step[dimension] < 0) return 0;
      moved = std::gcd(moved, step[dimension]);
    }
    const Bundle& bundle = bundles_[dimension];
    if (moved == 0 || bundle.size == 1) return 0;
    const std::int64_t size = moved % bundle.size == 0 ? moved : std::gcd(moved, bundle.size);
    return ((bundle.first - end) % size + size) % size;
  }

  bool find_iterations() {
    std::optional<Box> box, elements;
    std::optional<isl::set> own;
    for (const Use& use : uses_) {
      const isl::set iterations = in_loops(use.all).range();
      const auto around = box_around(iterations), read = box_around(use.all.domain());
      if (!around || !read) return false;
      widen(box, *around);
      widen(elements, *read);
      own = own ? own->unite(iterations) : iterations;
    }
    iterations_ = *box;
    Vector strides;
    for (unsigned l = 0; l < loop_count(); ++l) strides.push_back(stride(*own, l));
    elements_ = set_of(context(), *elements);
    reuse_.iterations = set_of(context(), iterations_);
    return set_of(context(), iterations_, strides).is_subset(*own);
  }

  bool stands_still(int loop) const {
    return std::all_of(reuse_.steps[loop].begin(), reuse_.steps[loop].end(), [](std::int64_t s) { return s == 0; });
  }
  bool runs_once(int loop) const { return iterations_[loop].low == iterations_[loop].high; }

  void find_levels() {
    int loop = reuse_.loops - 1;
    while (loop >= first_ && (stands_still(loop) || runs_once(loop))) --loop;
    first_moving_ = loop;
    isl::set missing = reuse_.offsets;
    std::vector<int> inside;
    for (; loop >= first_; --loop) {
      if (runs_once(loop)) continue;
      if (stands_still(loop)) break;  // all of it is read again
      const isl::map step = translation(context(), reuse_.steps[loop]);
      const isl::set received = missing.intersect(missing.apply(step.reverse()));
      if (!received.is_empty()) {
        reuse_.levels.push_back({loop, received, received.apply(step), inside});
        missing = join_pieces(missing.subtract(received));
      }
      inside.push_back(loop);
    }
    std::for_each(reuse_.levels.begin(), reuse_.levels.end(),
                  [](ReuseLevel& level) { std::reverse(level.cells.begin(), level.cells.end()); });
    reuse_.fresh = missing;
  }

  /// Before its own iterations come those in which the window fills: an element enters it once, and moves on.
  void extend_iterations() {
    for (const ReuseLevel& level : reuse_.levels) {
      std::int64_t moves = most_registers;
      for (unsigned d = 0; d < dimensions_; ++d) {
        const std::int64_t step = std::abs(reuse_.steps[level.loop][d]);
        if (step > 0) moves = std::min(moves, (reuse_.extents[d] - 1) / step);
      }
      iterations_[level.loop].low -= moves;
    }
    reuse_.iterations = set_of(context(), iterations_);
    reuse_.moving = reuse_.iterations;
    leave_out_empty();
    for (int loop = first_moving_ + 1; loop < reuse_.loops; ++loop)
      reuse_.moving = bound_above(reuse_.moving, static_cast<unsigned>(loop), iterations_[loop].low);
  }

  /// At a border the pattern reaches beyond the array: iterations in which nothing that is read has come in fill
  /// nothing.
  void leave_out_empty() {
    const isl::set filling = reuse_.fresh_times().intersect_domain(elements_).range();
    for (const ReuseLevel& level : reuse_.levels) {
      const auto first = minimum(filling, static_cast<unsigned>(level.loop));
      if (first) iterations_[level.loop].low = std::max(iterations_[level.loop].low, *first);
    }
    reuse_.iterations = set_of(context(), iterations_);
    reuse_.moving = reuse_.iterations;
  }

  const std::vector<PatternRead>& reads_;
  const int first_;
  const std::vector<Bundle>& bundles_;
  Reuse reuse_;
  std::vector<Use> uses_;  ///< by read
  isl::set elements_;      ///< { [element] }: the box around all that is read
  Box iterations_;
  unsigned dimensions_ = 0;
  int first_moving_ = -1;
};

}  // namespace

isl::map Reuse::offset_of() const {
  const std::size_t dimensions = least.size();
  return isl::map(offsets.ctx(), "{ [[" + listed("x", dimensions) + "] -> [" + listed("l", steps.size()) + "]] -> [" +
                                     moved(steps, "x", dimensions, -1) + "] }");
}

isl::map Reuse::fresh_times() const {
  return offset_of().intersect_range(fresh).domain().unwrap().intersect_range(moving);
}

std::optional<std::vector<Vector>> find_steps(const std::vector<PatternRead>& reads, int loops) {
  ReuseFinder finder(reads, {loops, 0}, {});
  return finder.find_only_steps() ? std::optional(finder.result().steps) : std::nullopt;
}

std::optional<Reuse> find_reuse(const std::vector<PatternRead>& reads, const ReuseLoops& loops, std::string& why_not,
                                const std::vector<Bundle>& bundles) {
  ReuseFinder finder(reads, loops, bundles);
  why_not = finder.find();
  return why_not.empty() ? std::optional(finder.result()) : std::nullopt;
}

}  // namespace pom::poly
