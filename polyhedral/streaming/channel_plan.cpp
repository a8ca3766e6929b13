#include "polyhedral/streaming/channel_plan.hpp"

#include <algorithm>

#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/ir/find_access.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"

namespace pom::poly {

namespace {

/// By dimension, the neighbours that are pushed together, where they are so many wherever they begin.
std::vector<Bundle> bundles_of(const isl::map& pushed_together) {
  const isl::map together = keep_first(pushed_together, Side::domain, dimension_count(pushed_together, Side::domain));
  const isl::set tokens = together.domain();
  const isl::map pairs = together.apply_range(together.reverse());
  const isl::set differences = pairs.deltas();
  std::vector<Bundle> bundles(dimension_count(tokens));
  for (unsigned d = 0; d < bundles.size(); ++d) {
    const auto most = maximum(differences, d), first = minimum(tokens, d);
    if (!most || !first || *most == 0) continue;
    std::vector<std::string> next = numbered("x", bundles.size());
    next[d] += " + 1";
    const isl::map neighbours(tokens.ctx(), "{ [" + listed("x", next.size()) + "] -> [" + listed(next) + "] }");
    const isl::set last = neighbours.intersect_domain(tokens).intersect_range(tokens).subtract(pairs).domain();
    const auto end = minimum(last, d);
    const std::int64_t size = *most + 1;
    if (last.is_empty()) {
      bundles[d] = {size, *first};
    } else if (end && stride(last, d) % size == 0) {
      const bool from_first = (*end + 1 - *first) % size == 0;
      bundles[d] = {size, from_first ? *first : *end + 1};
    }
  }
  return bundles;
}

}  // namespace

ChannelPlan ChannelPlanner::plan(const Channel& channel) const {
  ChannelPlan plan{&channel, channel.unknown, false, channel.push, std::nullopt, std::nullopt, std::nullopt};
  if (plan.memory.empty() && !first_parameters(channel.push.wrap()).empty())
    plan.memory = "its size depends on parameters";
  if (!plan.memory.empty()) return plan;
  plan.known = true;
  if (!reads_once(channel)) {
    const isl::map pushes = pushes_around(channel, sequential_);
    const isl::map together = pushed_together(channel);
    plan.reuse = find_window(channel, together);
    if (plan.reuse) plan.take = find_fresh_take(channel, pushes, together, *plan.reuse);
    bool complete = true;
    if (!plan.take) {
      plan.reuse.reset();
      complete = find_take(plan, pushes, together);
    }
    if (plan.take) {
      plan.take->when = name_divisions(plan.take->when);
      plan.push = name_divisions(pushes.intersect_domain(plan.take->when.domain()));
    }
    if (!plan.take)
      plan.memory = complete
                        ? "\"" + name_of(channel.consumer) + "\" needs all of it before its first loop"
                        : "when \"" + name_of(channel.consumer) + "\" needs its elements takes too much work to find";
  }
  return plan;
}

/// Of all elements in the box around the tokens that the producer writes, the time of the last write.
isl::map ChannelPlanner::pushes_around(const Channel& channel, const Scop& timed) const {
  const ProcessTime time(timed, processes_[channel.producer]);
  std::optional<isl::map> writes;
  for (const int s : processes_[channel.producer].statements) {
    const Statement& statement = scheduled_.statements[s];
    if (statement.write.array != channel.array) continue;
    const isl::map own = statement.write.relation.reverse().apply_range(time.of(s));
    writes = writes ? writes->unite(own) : own;
  }
  const isl::set tokens = channel.push.domain();
  isl::set box = writes->domain();
  for (unsigned d = 0; d < dimension_count(tokens); ++d) {
    const auto low = minimum(tokens, d), high = maximum(tokens, d);
    if (!low || !high) return channel.push;
    box = bound_above(bound_below(box, d, *low), d, *high);
  }
  return writes->intersect_domain(box).lexmax();
}

/// { token -> the iteration of the producer's pipelined loop }; each alone where that takes too much work to find.
isl::map ChannelPlanner::pushed_together(const Channel& channel) const {
  constexpr unsigned long push_steps = 200'000;
  std::optional<isl::map> together;
  try_optional(channel.push.ctx(), push_steps, [&] { together = pushes_around(channel, scheduled_); });
  return together ? *together : channel.push;
}

std::vector<int> ChannelPlanner::readers_of(const Channel& channel) const {
  std::vector<int> readers;
  for (const int s : processes_[channel.consumer].statements) {
    for (const AccessRelation& read : scheduled_.statements[s].reads) {
      if (read.array == channel.array) readers.push_back(s);
    }
  }
  return readers;
}

/// One access takes each token once, in the order in which they come; in every iteration of its statement, as what a
/// select does not choose would be taken all the same. Its index is affine, as a FIFO's accesses are.
bool ChannelPlanner::reads_once(const Channel& channel) const {
  const std::vector<int> readers = readers_of(channel);
  if (readers.size() != 1 || !channel.in_consumer.is_empty() || !channel.uses.is_injective() ||
      !channel.uses.is_single_valued())
    return false;
  if (has_computed_index(scheduled_.program->computes[readers.front()], channel.array)) return false;
  const Statement& reader = scheduled_.statements[readers.front()];
  return std::all_of(reader.reads.begin(), reader.reads.end(), [&](const AccessRelation& read) {
    return read.array != channel.array || reader.domain.is_subset(read.relation.domain());
  });
}

bool ChannelPlanner::writes_once(const ChannelPlan& plan) const {
  int writers = 0;
  for (const int s : processes_[plan.channel->producer].statements) {
    const Statement& statement = scheduled_.statements[s];
    for (const AccessRelation& read : statement.reads) {
      if (read.array == plan.channel->array) return false;
    }
    if (statement.write.array != plan.channel->array) continue;
    if (has_computed_index(scheduled_.program->computes[s], plan.channel->array)) return false;
    const isl::map writes = statement.write.relation.intersect_domain(statement.domain);
    if (++writers > 1 || !writes.is_injective() || !writes.range().is_subset(plan.push.domain())) return false;
  }
  return writers == 1;
}

int ChannelPlanner::count_shared_loops(const std::vector<int>& readers) const {
  const Statement& first = scheduled_.statements[readers.front()];
  int shared = static_cast<int>(first.loops.size());
  for (const int s : readers) {
    if (s != readers.front()) shared = std::min(shared, count_shared(first, scheduled_.statements[s]));
  }
  return shared;
}

/// Of what the consumer's pipelined loop reads; without one, the innermost that all readers share.
std::optional<Reuse> ChannelPlanner::find_window(const Channel& channel, const isl::map& together) const {
  constexpr unsigned long window_steps = 3'000'000;
  const std::vector<int> readers = readers_of(channel);
  const Statement& first = scheduled_.statements[readers.front()];
  int loops = 0;
  const int shared = count_shared_loops(readers);
  while (loops + 1 < shared && !first.loops[loops].pipeline) ++loops;
  if (shared == 0 || (first.loops[loops].unroll && !first.loops[loops].pipeline)) return std::nullopt;
  std::vector<PatternRead> reads;
  for (const int s : processes_[channel.consumer].statements) {
    const Statement& statement = scheduled_.statements[s];
    for (const AccessRelation& read : statement.reads) {
      if (read.array != channel.array) continue;
      if (read.may) return std::nullopt;
      reads.push_back({statement, read.relation});
    }
  }
  std::optional<Reuse> reuse;
  std::string why_not;
  if (!try_optional(channel.push.ctx(), window_steps,
                    [&] { reuse = find_reuse(reads, {loops + 1, 0}, why_not, bundles_of(together)); }))
    return std::nullopt;
  return reuse;
}

/// When what the window has not had must be there.
std::optional<TakeTime> ChannelPlanner::find_fresh_take(const Channel& channel, const isl::map& pushes,
                                                        const isl::map& together, const Reuse& reuse) const {
  const isl::set tokens = channel.push.domain();
  const isl::map times = reuse.fresh_times();  // mostly one for each: simpler as it is than as its least
  const isl::map first = times.is_single_valued() ? times : times.lexmin();
  // Elements of the pattern that nobody reads come too: its corners are missing in no iteration.
  const isl::map need =
      set_tuple(first, Side::domain, tuple_name(channel.push, Side::domain)).intersect_domain(pushes.domain());
  if (!tokens.is_subset(need.domain())) return std::nullopt;
  const std::vector<int> readers = readers_of(channel);
  return find_take_time({scheduled_.statements[readers.front()], reuse.loops}, pushes, need, together).time;
}

/// False: the work was broken off.
bool ChannelPlanner::find_take(ChannelPlan& plan, const isl::map& pushes, const isl::map& together) const {
  constexpr unsigned long row_steps = 200'000;
  const Channel& channel = *plan.channel;
  const std::vector<int> readers = readers_of(channel);
  const Statement& first = scheduled_.statements[readers.front()];
  const int shared = count_shared_loops(readers);
  std::optional<isl::map> need;
  for (const int s : processes_[channel.consumer].statements) {
    const Statement& statement = scheduled_.statements[s];
    for (const AccessRelation& read : statement.reads) {
      if (read.array != channel.array) continue;
      const isl::map when = keep_first(statement.loop_map, Side::range, static_cast<unsigned>(shared));
      const isl::map loops = read.relation.intersect_domain(statement.domain).reverse().apply_range(when);
      need = need ? need->unite(loops) : loops;
    }
  }
  const Consumer consumer{first, shared};
  TakeSearch search = find_take_time(consumer, pushes, need->lexmin(), together);
  plan.take = std::move(search.time);
  if (plan.take && plan.take->spread)
    try_optional(pushes.ctx(), row_steps, [&] { plan.row = find_coming_row(consumer, *plan.take, *need); });
  return search.complete;
}

}  // namespace pom::poly
