#include "polyhedral/streaming/take_time.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "polyhedral/dataflow/live_range.hpp"
#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"
#include "support/floor_division.hpp"

namespace pom::poly {

namespace {

/// The least divisor of the number that is no less than `from`, which is no greater than the number.
std::int64_t next_divisor(std::int64_t number, std::int64_t from) {
  for (std::int64_t divisor = from; divisor <= number / divisor; ++divisor) {
    if (number % divisor == 0) return divisor;
  }
  // Greater ones are what smaller ones leave.
  std::int64_t least = number;
  for (std::int64_t divisor = 1; divisor <= number / divisor; ++divisor) {
    if (number % divisor == 0 && number / divisor >= from) least = number / divisor;
  }
  return least;
}

/// isl's steps for all candidates of one channel: about a second of work.
constexpr unsigned long time_steps = 1'000'000;

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
  TimeSearch(const Consumer& consumer, const isl::map& push, const isl::map& need, const isl::map& together,
             std::int64_t pushed_at_once)
      : consumer_(consumer),
        push_(push),
        need_(need),
        together_(together),
        tokens_(join_into_one(push.domain())),
        pushed_at_once_(pushed_at_once),
        later_(lexicographic_before(push.range())) {}

  /// In the innermost loops only, where every iteration takes as many tokens.
  std::optional<TakeTime> find_regular() const {
    const int loops = innermost();
    if (loops == 0) return std::nullopt;
    const std::optional<Candidate> best = best_extension(pops(loops));
    if (!best || !is_regular(*best, loops)) return std::nullopt;
    return TakeTime{loops, best->when};
  }

  /// What an iteration of the loop around the pipelined one needs as a whole comes during the one before, as evenly as
  /// its number divides: a row while the row before is used. Or as many at a time as are pushed together, or a few
  /// times that where an iteration starts so many cycles later only, the last ones fewer, in a few iterations more than
  /// the loop has. What divides the pushed ones keeps their lanes. What one iteration needs for all, as weights, does
  /// not make all of them longer.
  std::optional<TakeTime> find_spread() const {
    const int loops = innermost();
    if (loops < 2 || !consumer_.statement.loops[loops - 1].pipeline) return std::nullopt;
    const std::optional<Candidate> whole = best_extension(pops(loops - 1));
    if (!whole || whole->at_once <= 1 || count_points(whole->when.range()) == 1) return std::nullopt;
    const isl::set own = keep_first(consumer_.statement.loop_map.range(), static_cast<unsigned>(loops));
    const auto first = minimum(own, static_cast<unsigned>(loops) - 1),
               last = maximum(own, static_cast<unsigned>(loops) - 1);
    if (!first || !last || *first == *last) return std::nullopt;
    const std::int64_t values = *last - *first + 1;
    const auto spread = [&](unsigned dimension, Parts parts, std::int64_t most) -> std::optional<TakeTime> {
      const std::optional<isl::map> when = spread_over(whole->when, dimension, *first, values, parts);
      if (!when || !is_early(*when, pops(loops)) || !is_in_order(*when) || !stays_in_strips(*when)) return std::nullopt;
      const std::int64_t at_once = tokens_at_once(*when);
      const bool as_pushed = parts == Parts::as_pushed && at_once % pushed_at_once_ == 0 && at_once <= most;
      return as_pushed || is_even(*when, at_once) ? std::optional(TakeTime{loops, *when, true}) : std::nullopt;
    };
    const auto divide = [&](unsigned dimension, std::int64_t most) {
      const std::optional<TakeTime> even = spread(dimension, Parts::even, most);
      if (even && pushed_at_once_ % tokens_at_once(even->when) == 0) return even;
      const std::optional<TakeTime> as_pushed = spread(dimension, Parts::as_pushed, most);
      return as_pushed ? as_pushed : even;
    };
    std::optional<TakeTime> best;
    for (unsigned d = 0; d < dimension_count(whole->when, Side::domain); ++d) {
      const std::optional<TakeTime> time = divide(d, pushed_at_once_ * cycles());
      if (time && (!best || tokens_at_once(time->when) < tokens_at_once(best->when))) best = time;
    }
    return best ? best : divide(longest_dimension(whole->when), std::numeric_limits<std::int64_t>::max());
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

  enum class Parts { even, as_pushed };

  /// Of what comes together.
  static unsigned longest_dimension(const isl::map& when) {
    const isl::set together = when.apply_range(when.reverse()).deltas();
    unsigned longest = 0;
    for (unsigned d = 0; d < dimension_count(together); ++d) {
      if (*maximum(together, d) > *maximum(together, longest)) longest = d;
    }
    return longest;
  }

  /// `when`: { token -> [outer loops] }; with one loop more, of so many values, one iteration of the last outer one
  /// earlier. One dimension of what comes together is divided.
  std::optional<isl::map> spread_over(const isl::map& when, unsigned divided, std::int64_t first, std::int64_t values,
                                      Parts parts) const {
    const isl::set together = when.apply_range(when.reverse()).deltas();
    const unsigned dimensions = dimension_count(together), loops = dimension_count(when, Side::range);
    const std::int64_t count = *maximum(together, divided) + 1;
    const auto least = minimum(when.domain(), divided), greatest = maximum(when.domain(), divided);
    if (count == 1 || !least || !greatest || *greatest - *least + 1 != count) return std::nullopt;
    std::int64_t at_once = ceiling_division(count, values);
    if (parts == Parts::as_pushed) {
      // So many bundles in an iteration as its cycles have room for.
      const std::int64_t bundles = std::clamp<std::int64_t>(ceiling_division(at_once, pushed_at_once_), 1, cycles());
      at_once = bundles * pushed_at_once_;
      if (static_cast<double>(count) > most_longer * static_cast<double>(at_once * values)) return std::nullopt;
    } else {
      at_once = next_divisor(count, at_once);
    }
    std::vector<std::string> before = numbered("l", loops);
    before.back() += " - 1";
    const isl::map earlier =
        when.apply_range(isl::map(when.ctx(), "{ [" + listed("l", loops) + "] -> [" + listed(before) + "] }"));
    const isl::map itself = keep_first(isl::map(when.domain().identity()), Side::range, dimensions);
    const isl::map part =
        itself.apply_range(isl::map(when.ctx(), "{ [" + listed("x", dimensions) + "] -> [" + std::to_string(first) +
                                                    " + floor((x" + std::to_string(divided) + " - " +
                                                    std::to_string(*least) + ")/" + std::to_string(at_once) + ")] }"));
    return earlier.range_product(part).flatten_range();
  }

  /// From the start of one iteration of the pipelined loop to that of the next, as asked for.
  std::int64_t cycles() const {
    const int loops = innermost();
    if (loops == 0 || !consumer_.statement.loops[loops - 1].pipeline) return 1;
    return std::max<std::int64_t>(1, consumer_.statement.loops[loops - 1].pipeline->interval);
  }

  /// The shared loops down to the pipelined one.
  int innermost() const {
    for (int level = 0; level < consumer_.shared_loops; ++level) {
      if (consumer_.statement.loops[level].pipeline) return level + 1;
    }
    return consumer_.shared_loops;
  }

  /// { token -> the first of these loops' iterations that needs it, or one that is pushed with it or later }. Asked for
  /// at once: the pieces of a suffix minimum (ir/suffix_minimum.hpp) are others, of which an FFT's loops get too hard.
  isl::map pops(int loops) const {
    const isl::map need = keep_first(need_, Side::range, static_cast<unsigned>(loops)).lexmin();
    const isl::map at_push = push_.reverse().apply_range(need);
    return push_.apply_range(at_push.unite(later_.apply_range(at_push)).lexmin());
  }

  std::optional<Candidate> best_extension(const isl::map& pop) const {
    std::optional<Candidate> best;
    for (const isl::map& when : extensions(pop)) {
      // A quotient that is a whole number for a part of the tokens only is no time for the others.
      if (!need_.domain().is_subset(when.domain())) continue;
      if (!is_early(when, pop) || !is_in_order(when) || !stays_in_strips(when)) continue;
      const Candidate candidate{when, tokens_at_once(when)};
      if (candidate.at_once != 0 && (!best || is_better(candidate, *best))) best = candidate;
    }
    return best;
  }

  /// Fewer tokens at a time; those of the end later, as less is kept meanwhile; in iterations that are a box.
  bool is_better(const Candidate& one, const Candidate& other) const {
    if (one.at_once != other.at_once) return one.at_once < other.at_once;
    const isl::set last = push_.range().lexmax().apply(push_.reverse());
    const auto time = first_point(last.apply(one.when).lexmax()), than = first_point(last.apply(other.when).lexmax());
    if (time && than && *time != *than) return *than < *time;
    return is_box(one.when.range()) && !is_box(other.when.range());
  }

  /// As many in each iteration that takes any, and no more than its cycles take of what is pushed together; or just
  /// what one iteration of the producer pushes, of which the last one may push fewer.
  bool is_even(const isl::map& when, std::int64_t at_once) const {
    if (at_once == 1) return true;
    if (at_once > pushed_at_once_ * cycles()) return false;
    if (count_points(when.domain()) == count_points(when.range()) * at_once) return true;
    const isl::map taken = together_.reverse().apply_range(when);
    return taken.is_single_valued() && taken.is_injective();
  }

  /// Or the consumer has no more iterations than take them, all of them about as many: a partial strip takes fewer.
  bool is_regular(const Candidate& candidate, int loops) const {
    if (is_even(candidate.when, candidate.at_once)) return true;
    const std::int64_t iterations = count_points(candidate.when.range());
    const isl::set own = keep_first(consumer_.statement.loop_map.range(), static_cast<unsigned>(loops));
    const double places = static_cast<double>(iterations) * static_cast<double>(candidate.at_once);
    return iterations >= count_points(own) &&
           places <= most_longer * static_cast<double>(count_points(candidate.when.domain()));
  }

  /// The needs as they are, and each piece of the times, as if it held for all that may be sent.
  std::vector<isl::map> extensions(const isl::map& pop) const {
    std::vector<isl::map> all;
    const isl::map needs = keep_first(need_, Side::range, dimension_count(pop, Side::range));
    if (needs.is_single_valued()) all.push_back(needs.intersect_domain(tokens_));
    pop.as_pw_multi_aff().foreach_piece([&](const isl::set&, const isl::multi_aff& piece) {
      const isl::map extended = piece.as_map().intersect_domain(tokens_);
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
    const isl::map taken = push_.reverse().apply_range(when);
    const isl::map overtaking = taken.apply_range(lexicographic_after(when.range())).apply_range(taken.reverse());
    return later_.intersect(overtaking).is_empty();
  }

  /// The loop inside of a strip has a length that passes rely on.
  bool stays_in_strips(const isl::map& when) const {
    const isl::set values = when.range(), own = consumer_.statement.loop_map.range();
    for (unsigned level = 0; level < dimension_count(values); ++level) {
      const ScheduledLoop& loop = consumer_.statement.loops[level];
      if (!loop.strip) continue;
      const auto low = minimum(own, level), high = maximum(own, level), first = minimum(values, level),
                 last = maximum(values, level);
      if (!low || !high || !first || !last || *first < *low || *last > *high) return false;
    }
    return true;
  }

  const Consumer& consumer_;
  const isl::map push_, need_, together_;
  const isl::set tokens_;  ///< all that may be sent
  const std::int64_t pushed_at_once_;
  const isl::map later_;  ///< { a push -> one behind it }
};

}  // namespace

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

isl::map behind_first(const isl::map& when) {
  const unsigned dimensions = dimension_count(when, Side::domain);
  const isl::map itself = keep_first(isl::map(when.domain().identity()), Side::range, dimensions);
  isl::map all = keep_first(itself, Side::range, 0);
  for (unsigned d = 0; d < dimensions; ++d) {
    const std::string names = listed("x", dimensions);
    const isl::map coordinate =
        itself.apply_range(isl::map(when.ctx(), "{ [" + names + "] -> [x" + std::to_string(d) + "] }"));
    const isl::map least = when.apply_range(when.reverse().apply_range(coordinate).lexmin());
    const isl::map behind =
        coordinate.range_product(least).apply_range(isl::map(when.ctx(), "{ [[x] -> [m]] -> [x - m] }"));
    all = all.range_product(behind).flatten_range();
  }
  return all;
}

TakeSearch find_take_time(const Consumer& consumer, const isl::map& push, const isl::map& need,
                          const isl::map& together) {
  std::optional<TakeTime> time;
  const bool found = try_optional(push.ctx(), time_steps, [&] {
    const std::int64_t pushed_at_once = tokens_at_once(together);
    const TimeSearch least(consumer, push.intersect_domain(need.domain()), need, together, pushed_at_once),
        all(consumer, push, need, together, pushed_at_once);
    // What nobody reads is sent only where the loops are simpler for it.
    time = least.find_regular();
    if (time && !is_box(time->when.range())) {
      const std::optional<TakeTime> simpler = all.find_regular();
      if (simpler && is_box(simpler->when.range())) time = simpler;
    }
    if (!time) time = all.find_regular();
    if (!time) time = least.find_spread();
    if (!time) time = all.find_any();
  });
  return {found ? time : std::nullopt, found};
}

isl::map order_in_iteration(const isl::map& push, const TakeTime& time, bool unrolled) {
  const isl::set tokens = time.when.domain();
  const isl::map together = time.when.apply_range(time.when.reverse());
  const isl::map by_element = together.intersect(lexicographic_after(tokens));
  const isl::map pushes = push.reverse().apply_range(by_element).apply_range(push);
  if (!pushes.intersect(lexicographic_before(push.range())).is_empty()) return push;
  if (unrolled) return behind_first(time.when);
  isl::map itself = isl::map(tokens.identity());
  return keep_first(itself, Side::range, dimension_count(itself, Side::range));
}

unsigned innermost_running(const isl::set& values, unsigned loops) {
  for (unsigned d = loops; d-- > 0;) {
    const auto least = minimum(values, d), most = maximum(values, d);
    if (!least || !most || *least < *most) return d;
  }
  return loops - 1;
}

}  // namespace pom::poly
