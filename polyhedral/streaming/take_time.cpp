#include "polyhedral/streaming/take_time.hpp"

#include <algorithm>
#include <vector>

#include "polyhedral/dataflow/live_range.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// isl's steps for all candidates of one channel: about a second of work.
constexpr unsigned long time_steps = 1'000'000;

/// The smallest box around the tokens taken in any one iteration, in elements; 0: unbounded.
std::int64_t tokens_at_once(const isl::map& when) {
  const isl::set differences = when.apply_range(when.reverse()).deltas();
  std::int64_t box = 1;
  for (unsigned d = 0; d < dimension_count(differences); ++d) {
    const auto most = maximum(differences, d);
    if (!most) return 0;
    box *= *most + 1;
  }
  return box;
}

bool is_box(const isl::set& times) {
  double points = 1;
  for (unsigned d = 0; d < dimension_count(times); ++d) {
    const auto low = minimum(times, d), high = maximum(times, d);
    if (!low || !high) return false;
    points *= static_cast<double>(*high - *low + 1);
  }
  return points == static_cast<double>(count_points(times));
}

class TimeSearch {
 public:
  TimeSearch(const Consumer& consumer, const isl::map& push, const isl::map& need)
      : consumer_(consumer), push_(push), need_(need) {
    const isl::set pushes = push.range();
    pushed_before_ = push.apply_range(lexicographic_before(pushes)).apply_range(push.reverse());
    pushed_behind_ = pushed_before_.unite(push.apply_range(push.reverse()));
  }

  /// In the innermost loops only, where every iteration takes as many tokens.
  std::optional<TakeTime> find_regular() const {
    const int loops = innermost();
    if (loops == 0) return std::nullopt;
    const std::optional<Candidate> best = best_extension(pops(loops));
    if (!best || !is_regular(*best, loops)) return std::nullopt;
    return TakeTime{loops, best->when};
  }

  /// Outside of the innermost pipelined loop tokens may come in loops of their own.
  std::optional<TakeTime> find_any() const {
    const int deepest = innermost();
    const bool is_pipeline = deepest > 0 && consumer_.statement.loops[deepest - 1].pipeline.has_value();
    const int loops = is_pipeline ? deepest - 1 : deepest;
    if (loops == 0) return std::nullopt;
    const isl::map pop = pops(loops);
    const std::optional<Candidate> best = best_extension(pop);
    const std::int64_t exact = tokens_at_once(pop);
    if (!best || (exact != 0 && exact < best->at_once)) return TakeTime{loops, pop.intersect_domain(need_.domain())};
    return TakeTime{loops, best->when};
  }

 private:
  struct Candidate {
    isl::map when;
    std::int64_t at_once = 0;  ///< tokens in one iteration
  };

  /// The shared loops down to the pipelined one.
  int innermost() const {
    for (int level = 0; level < consumer_.shared_loops; ++level) {
      if (consumer_.statement.loops[level].pipeline) return level + 1;
    }
    return consumer_.shared_loops;
  }

  isl::map pops(int loops) const {
    const isl::map need = keep_first(need_, Side::range, static_cast<unsigned>(loops)).lexmin();
    return pushed_behind_.apply_range(need).lexmin();
  }

  std::optional<Candidate> best_extension(const isl::map& pop) const {
    std::optional<Candidate> best;
    for (const isl::map& when : extensions(pop)) {
      if (!is_early(when, pop) || !is_in_order(when) || !stays_in_strips(when)) continue;
      const std::int64_t at_once = tokens_at_once(when);
      if (at_once != 0 && (!best || at_once < best->at_once)) best = Candidate{when, at_once};
    }
    return best;
  }

  /// Either one token at a time, or as many in each iteration, of which the consumer has no more.
  bool is_regular(const Candidate& candidate, int loops) const {
    if (candidate.at_once == 1) return true;
    const std::int64_t iterations = count_points(candidate.when.range());
    const isl::set own = keep_first(consumer_.statement.loop_map.range(), static_cast<unsigned>(loops));
    return iterations >= count_points(own) && count_points(candidate.when.domain()) == iterations * candidate.at_once;
  }

  /// Each piece of the times, as if it held for all that may be sent.
  std::vector<isl::map> extensions(const isl::map& pop) const {
    std::vector<isl::map> all;
    pop.as_pw_multi_aff().foreach_piece([&](const isl::set&, const isl::multi_aff& piece) {
      const isl::map extended = piece.as_map().intersect_domain(push_.domain());
      const auto same = [&](const isl::map& other) { return other.is_equal(extended); };
      if (std::none_of(all.begin(), all.end(), same)) all.push_back(extended);
    });
    return all;
  }

  /// No token comes later than it is needed.
  static bool is_early(const isl::map& when, const isl::map& pop) {
    const isl::map pairs = when.reverse().apply_range(pop);
    return pairs.intersect(lexicographic_after(pop.range())).is_empty();
  }

  bool is_in_order(const isl::map& when) const {
    const isl::map times = when.apply_range(lexicographic_after(when.range())).apply_range(when.reverse());
    return pushed_before_.intersect(times).is_empty();
  }

  /// Loops of strips have marks that speak of their own values only.
  bool stays_in_strips(const isl::map& when) const {
    const isl::set values = when.range(), own = consumer_.statement.loop_map.range();
    for (unsigned level = 0; level < dimension_count(values); ++level) {
      const ScheduledLoop& loop = consumer_.statement.loops[level];
      if (!loop.strip && !loop.stripping) continue;
      const auto low = minimum(own, level), high = maximum(own, level), first = minimum(values, level),
                 last = maximum(values, level);
      if (!low || !high || !first || !last || *first < *low || *last > *high) return false;
    }
    return true;
  }

  const Consumer& consumer_;
  const isl::map push_, need_;
  isl::map pushed_before_;  ///< { token -> one that is pushed later }
  isl::map pushed_behind_;  ///< with those that are pushed with it, itself among them
};

}  // namespace

std::optional<TakeTime> find_take_time(const Consumer& consumer, const isl::map& push, const isl::map& need) {
  std::optional<TakeTime> time;
  const bool found = try_within(push.ctx(), time_steps, [&] {
    const TimeSearch least(consumer, push.intersect_domain(need.domain()), need), all(consumer, push, need);
    // What nobody reads is sent only where the loops are simpler for it.
    time = least.find_regular();
    if (time && !is_box(time->when.range())) {
      const std::optional<TakeTime> simpler = all.find_regular();
      if (simpler && is_box(simpler->when.range())) time = simpler;
    }
    if (!time) time = all.find_regular();
    if (!time) time = all.find_any();
  });
  return found ? time : std::nullopt;
}

}  // namespace pom::poly
