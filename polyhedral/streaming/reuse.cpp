#include "polyhedral/streaming/reuse.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "polyhedral/dataflow/live_range.hpp"
#include "polyhedral/ir/isl_extras.hpp"
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

struct Span {
  std::int64_t low = 0, high = 0;
};

std::optional<std::vector<Span>> box_around(const isl::set& set) {
  std::vector<Span> box;
  for (unsigned d = 0; d < dimension_count(set); ++d) {
    const auto low = minimum(set, d), high = maximum(set, d);
    if (!low || !high) return std::nullopt;
    box.push_back({*low, *high});
  }
  return box;
}

isl::set box_of(const isl::ctx& context, const std::vector<Span>& ranges, const Vector& strides) {
  std::string conditions;
  for (std::size_t d = 0; d < ranges.size(); ++d) {
    const std::string name = "x" + std::to_string(d);
    conditions +=
        (d ? " and " : " : ") + std::to_string(ranges[d].low) + " <= " + name + " <= " + std::to_string(ranges[d].high);
    if (strides[d] > 1)
      conditions +=
          " and (" + name + " - " + std::to_string(ranges[d].low) + ") mod " + std::to_string(strides[d]) + " = 0";
  }
  return isl::set(context, "{ [" + listed("x", ranges.size()) + "]" + conditions + " }");
}

class ReuseFinder {
 public:
  ReuseFinder(const std::vector<PatternRead>& reads, const ReuseLoops& loops) : reads_(reads), first_(loops.first) {
    reuse_.loops = loops.count;
  }

  /// Why there is none; "": there is.
  std::string find() {
    dimensions_ = dimension_count(reads_.front().relation, Side::range);
    if (dimensions_ == 0) return "it has one element";
    if (!find_steps()) return "its elements are not read at constant steps";
    collect_uses();
    if (!find_offsets()) return "what its iterations read is no pattern that moves";
    if (!find_iterations()) return "its iterations are no box";
    find_levels();
    if (reuse_.levels.empty()) return "no iteration reads what one before it did";
    extend_iterations();
    return "";
  }

  const Reuse& result() const { return reuse_; }

 private:
  isl::ctx context() const { return reads_.front().relation.ctx(); }

  /// { A[x] -> S[…] }, as numbers only.
  isl::map elements_to(const PatternRead& read, const isl::map& times) const {
    const isl::map accesses = read.relation.intersect_domain(read.statement.domain);
    return keep_first(accesses, Side::range, dimensions_).reverse().apply_range(times);
  }

  bool find_steps() {
    for (int l = 0; l < reuse_.loops; ++l) {
      std::optional<Vector> common;
      for (const PatternRead& read : reads_) {
        const auto step = step_of(read, static_cast<std::size_t>(l));
        if (!step) return false;
        if (step->empty()) continue;
        if (common && *common != *step) return false;
        common = step;
      }
      reuse_.steps.push_back(common ? *common : Vector(dimensions_, 0));
    }
    return true;
  }

  /// Empty: the loop has one iteration.
  std::optional<Vector> step_of(const PatternRead& read, std::size_t loop) const {
    const isl::map elements = elements_to(read, read.statement.loop_map);  // { [x] -> [l0, …] }
    Vector by(read.statement.loops.size(), 0);
    by[loop] = 1;
    const isl::set differences =
        elements.apply_range(translation(context(), by)).apply_range(elements.reverse()).deltas();
    if (differences.is_empty()) return Vector{};
    return only_point(differences);
  }

  void collect_uses() {
    for (std::size_t n = 0; n < reads_.size(); ++n) {
      const isl::map when = keep_first(reads_[n].statement.loop_map, Side::range, loop_count());
      const isl::map uses = elements_to(reads_[n], when);
      uses_ = n == 0 ? uses : uses_.unite(uses);
    }
    uses_ = join_plain_pieces(uses_);
  }

  unsigned loop_count() const { return static_cast<unsigned>(reuse_.loops); }

  /// The box around all offsets; no wider than that around what one iteration reads.
  bool find_offsets() {
    reuse_.least.assign(dimensions_, 0);
    reuse_.offsets = uses_.domain();  // gives offset_of() its context
    const isl::set offsets = uses_.wrap().apply(reuse_.offset_of());
    reuse_.least.clear();
    const isl::set together = uses_.apply_range(uses_.reverse()).deltas();
    const auto box = box_around(offsets), at_once = box_around(together);
    if (!box || !at_once) return false;
    Vector strides;
    std::int64_t count = 1;
    for (unsigned d = 0; d < dimensions_; ++d) {
      const Span range = (*box)[d];
      if (range.high - range.low != (*at_once)[d].high) return false;
      std::int64_t step = range.low == range.high ? 0 : stride(offsets, d);
      for (const Vector& of_loop : reuse_.steps) step = std::gcd(step, of_loop[d]);
      strides.push_back(std::max<std::int64_t>(step, 1));
      reuse_.least.push_back(range.low);
      reuse_.extents.push_back(range.high - range.low + 1);
      count *= reuse_.extents.back();
      if (count > most_registers) return false;
    }
    reuse_.offsets = box_of(context(), *box, strides);
    // Of a diagonal pattern, the steps that a coordinate has while the others stand still leave some out.
    if (!offsets.is_subset(reuse_.offsets)) reuse_.offsets = box_of(context(), *box, Vector(strides.size(), 1));
    return true;
  }

  bool find_iterations() {
    const isl::set own = uses_.range();
    const auto box = box_around(own);
    if (!box) return false;
    iterations_ = *box;
    reuse_.iterations = box_of(context(), iterations_, Vector(box->size(), 1));
    return reuse_.iterations.is_subset(own);
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
        missing = missing.subtract(received).coalesce();
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
    reuse_.iterations = box_of(context(), iterations_, Vector(iterations_.size(), 1));
    reuse_.moving = reuse_.iterations;
    leave_out_empty();
    for (int loop = first_moving_ + 1; loop < reuse_.loops; ++loop)
      reuse_.moving = bound_above(reuse_.moving, static_cast<unsigned>(loop), iterations_[loop].low);
  }

  /// At a border the pattern reaches beyond the array: iterations in which nothing that is read has come in fill
  /// nothing.
  void leave_out_empty() {
    const isl::set filling = reuse_.fresh_times().intersect_domain(uses_.domain()).range();
    for (const ReuseLevel& level : reuse_.levels) {
      const auto first = minimum(filling, static_cast<unsigned>(level.loop));
      if (first) iterations_[level.loop].low = std::max(iterations_[level.loop].low, *first);
    }
    reuse_.iterations = box_of(context(), iterations_, Vector(iterations_.size(), 1));
    reuse_.moving = reuse_.iterations;
  }

  const std::vector<PatternRead>& reads_;
  const int first_;
  Reuse reuse_;
  isl::map uses_;  ///< { [element] -> [l0, …] }
  std::vector<Span> iterations_;
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

std::optional<Reuse> find_reuse(const std::vector<PatternRead>& reads, const ReuseLoops& loops, std::string& why_not) {
  ReuseFinder finder(reads, loops);
  why_not = finder.find();
  return why_not.empty() ? std::optional(finder.result()) : std::nullopt;
}

}  // namespace pom::poly
