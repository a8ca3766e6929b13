#include "driver/verify/reduce_by_dimension.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "driver/verify/end_class.hpp"
#include "driver/verify/fit_arrays.hpp"
#include "driver/verify/strip_factors.hpp"
#include "dsl/execute/interpret.hpp"
#include "dsl/model/value_range.hpp"

namespace pom::driver {

namespace {

/// The loop that an index is, in its compute; nothing where it is more than that.
std::optional<int> only_loop(const dsl::ExprNode& index) {
  if (index.op == dsl::Op::cast) return only_loop(*index.operands.front());
  return index.op == dsl::Op::loop ? std::optional(index.index) : std::nullopt;
}

void collect_loops(const dsl::ExprNode& e, std::vector<int>& loops) {
  if (e.op == dsl::Op::loop) loops.push_back(e.index);
  for (const dsl::ExprPtr& operand : e.operands) collect_loops(*operand, loops);
}

/// Loops that are clipped alike.
struct LoopClass {
  EndClass loops;
  std::int64_t end = 0, clipped = 0;

  /// The least end from `least` on that keeps the remainder.
  void raise_to(std::int64_t least) {
    if (least > clipped) clipped = least >= end ? end : end - (end - least) / loops.factor * loops.factor;
  }
};

/// The program with ends that shrink and grow.
class DimensionReducer {
 public:
  explicit DimensionReducer(const dsl::Function& program) : program_(program) {
    for (const dsl::Compute& compute : program.computes) {
      first_loop_.push_back(static_cast<int>(parents_.size()));
      for (std::size_t n = 0; n < compute.loops.size(); ++n) parents_.push_back(static_cast<int>(parents_.size()));
    }
    join_loops();
    describe_classes();
  }

  void clip_to(const Kept& kept) {
    for (auto& [root, one] : classes_) one.clipped = clip(one.end, one.loops, kept.trips, kept.strips);
    while (give_what_is_read()) continue;
  }

  std::shared_ptr<dsl::Function> program() const {
    auto reduced = std::make_shared<dsl::Function>(program_);
    reduced->findings.clear();
    for (auto& array : reduced->arrays) array = std::make_shared<dsl::Array>(*array);
    for (std::size_t c = 0; c < program_.computes.size(); ++c) {
      dsl::Compute& compute = reduced->computes[c];
      compute.loops = clipped_loops(c);
      dsl::RangeAnalysis ranges(compute.loops);  // other loops, other facts
      compute.value = dsl::mark_exact(compute.value, ranges);
    }
    return reduced;
  }

  std::string changes() const {
    std::map<std::pair<std::int64_t, std::int64_t>, std::set<std::string>> names;
    for (const auto& [root, one] : classes_) {
      if (one.end != one.clipped) names[{one.end, one.clipped}].insert(one.loops.names.begin(), one.loops.names.end());
    }
    std::string text;
    for (const auto& [ends, loops] : names) {
      std::string all;
      for (const std::string& name : loops) all += (all.empty() ? "" : "/") + name;
      text += (text.empty() ? "" : ", ") + all + " " + std::to_string(ends.first) + " → " + std::to_string(ends.second);
    }
    return text;
  }

 private:
  int class_of(int one) const {
    while (parents_[one] != one) one = parents_[one];
    return one;
  }

  int class_of(std::size_t compute, int loop) const { return class_of(first_loop_[compute] + loop); }

  bool is_clipped(std::size_t compute, int loop) const {
    return !varies(*program_.computes[compute].loops[loop].upper);
  }

  std::int64_t end_of(std::size_t compute, int loop) const {
    return index_interval(*program_.computes[compute].loops[loop].upper, {}).low;
  }

  template <class Visit>
  void for_each_access(std::size_t compute, const Visit& visit) const {
    for (const dsl::Access& load : program_.computes[compute].loads) visit(load);
    visit(program_.computes[compute].store);
  }

  /// Loops with one end that run along one dimension of an array.
  void join_loops() {
    std::map<std::tuple<int, std::size_t, std::int64_t>, int> along;
    for (std::size_t c = 0; c < program_.computes.size(); ++c) {
      for_each_access(c, [&](const dsl::Access& access) {
        for (std::size_t d = 0; d < access.indices.size(); ++d) {
          const std::optional<int> loop = only_loop(*access.indices[d]);
          if (!loop || !is_clipped(c, *loop)) continue;
          const int own = class_of(c, *loop);
          const auto known = along.try_emplace({access.array, d, end_of(c, *loop)}, first_loop_[c] + *loop);
          const int other = class_of(known.first->second);
          parents_[std::max(own, other)] = std::min(own, other);
        }
      });
    }
  }

  void describe_classes() {
    const auto factors = strip_factors(program_);
    for (std::size_t c = 0; c < program_.computes.size(); ++c) {
      const std::vector<dsl::Loop>& loops = program_.computes[c].loops;
      originals_.push_back(loop_intervals(program_.computes[c]));
      for (int n = 0; n < static_cast<int>(loops.size()); ++n) {
        if (!is_clipped(c, n)) continue;
        LoopClass& one = classes_[class_of(c, n)];
        one.end = one.clipped = end_of(c, n);
        one.loops.add(loops[n].name, originals_[c][n].low, factors[c][n]);
      }
    }
  }

  std::vector<dsl::Loop> clipped_loops(std::size_t compute) const {
    std::vector<dsl::Loop> loops = program_.computes[compute].loops;
    for (int n = 0; n < static_cast<int>(loops.size()); ++n) {
      if (is_clipped(compute, n))
        loops[n].upper = dsl::make_integer(classes_.at(class_of(compute, n)).clipped, p_int32, loops[n].at);
    }
    return loops;
  }

  std::vector<Interval> clipped_intervals(std::size_t compute) const {
    dsl::Compute clipped = program_.computes[compute];
    clipped.loops = clipped_loops(compute);
    return loop_intervals(clipped);
  }

  /// By array and dimension: the elements that the clipped program reads.
  std::map<std::pair<int, std::size_t>, Interval> list_reads() const {
    std::map<std::pair<int, std::size_t>, Interval> reads;
    for (std::size_t c = 0; c < program_.computes.size(); ++c) {
      const std::vector<Interval> loops = clipped_intervals(c);
      for (const dsl::Access& load : program_.computes[c].loads) {
        for (std::size_t d = 0; d < load.indices.size(); ++d) {
          const Interval values = index_interval(*load.indices[d], loops);
          const auto [known, is_new] = reads.try_emplace({load.array, d}, values);
          if (is_new) continue;
          known->second = {std::min(known->second.low, values.low), std::max(known->second.high, values.high)};
        }
      }
    }
    return reads;
  }

  /// Raises the ends of loops that write less of an array than is read of it, and than they write in the program. True:
  /// some have changed.
  bool give_what_is_read() {
    const auto reads = list_reads();
    bool changed = false;
    for (std::size_t c = 0; c < program_.computes.size(); ++c) {
      const dsl::Access& store = program_.computes[c].store;
      const std::vector<Interval> loops = clipped_intervals(c);
      for (std::size_t d = 0; d < store.indices.size(); ++d) {
        const auto read = reads.find({store.array, d});
        if (read == reads.end()) continue;
        const dsl::ExprNode& index = *store.indices[d];
        const Interval now = index_interval(index, loops), all = index_interval(index, originals_[c]);
        const std::int64_t high = std::min(read->second.high, all.high), low = std::max(read->second.low, all.low);
        if (now.high < high || now.low > low) changed = raise(c, index, high) || changed;
      }
    }
    return changed;
  }

  bool raise(std::size_t compute, const dsl::ExprNode& index, std::int64_t high) {
    std::vector<int> loops;
    collect_loops(index, loops);
    bool changed = false;
    for (const int loop : loops) {
      if (!is_clipped(compute, loop)) continue;
      LoopClass& one = classes_.at(class_of(compute, loop));
      const std::int64_t before = one.clipped;
      one.raise_to(only_loop(index) ? high + 1 : one.end);
      changed = changed || one.clipped != before;
    }
    return changed;
  }

  const dsl::Function& program_;
  std::vector<int> first_loop_;  ///< by compute: its first one among all loops
  std::vector<int> parents_;     ///< by loop: another one of its class, or itself
  std::map<int, LoopClass> classes_;
  std::vector<std::vector<Interval>> originals_;  ///< by compute: the values of its loops in the program
};

}  // namespace

Reduction reduce_by_dimension(const dsl::Function& program, std::int64_t budget) {
  DimensionReducer reducer(program);
  Reduction best;
  for (const Kept& kept : kept_iterations) {
    reducer.clip_to(kept);
    best = {reducer.program(), reducer.changes()};
    if (dsl::count_work(*best.program, budget + 1) <= budget) break;
  }
  fit_arrays(*best.program);
  return best;
}

}  // namespace pom::driver
