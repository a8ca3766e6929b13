#include "polyhedral/streaming/channel_plan.hpp"

#include <algorithm>

#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/ir/find_access.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "polyhedral/streaming/border_pieces.hpp"

namespace pom::poly {

ChannelPlan ChannelPlanner::plan(const Channel& channel) const {
  ChannelPlan plan{&channel, channel.unknown, false, channel.push, std::nullopt, std::nullopt};
  if (plan.memory.empty() && !first_parameters(channel.push.wrap()).empty())
    plan.memory = "its size depends on parameters";
  if (!plan.memory.empty()) return plan;
  plan.known = true;
  if (!reads_once(channel)) {
    const isl::map pushes = pushes_around(channel, sequential_);
    plan.reuse = find_window(channel);
    if (plan.reuse) plan.take = find_fresh_take(channel, pushes, *plan.reuse);
    bool complete = true;
    if (!plan.take) {
      plan.reuse.reset();
      TakeSearch search = find_take(channel, pushes);
      plan.take = std::move(search.time);
      complete = search.complete;
    }
    if (plan.take) plan.push = pushes.intersect_domain(plan.take->when.domain());
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

/// In one iteration of the producer's pipelined loop.
std::int64_t ChannelPlanner::pushed_at_once(const Channel& channel) const {
  constexpr unsigned long push_steps = 200'000;
  std::int64_t count = 1;
  try_optional(channel.push.ctx(), push_steps, [&] { count = tokens_at_once(pushes_around(channel, scheduled_)); });
  return count;
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

/// Of what the consumer's pipelined loop reads, where it has one.
std::optional<Reuse> ChannelPlanner::find_window(const Channel& channel) const {
  constexpr unsigned long window_steps = 500'000;
  const std::vector<int> readers = readers_of(channel);
  const Statement& first = scheduled_.statements[readers.front()];
  int loops = 0;
  const int shared = count_shared_loops(readers);
  while (loops < shared && !first.loops[loops].pipeline) ++loops;
  if (loops == shared) return std::nullopt;
  std::vector<PatternRead> reads;
  for (const int s : processes_[channel.consumer].statements) {
    const Statement& statement = scheduled_.statements[s];
    for (const AccessRelation& read : statement.reads) {
      if (read.array != channel.array) continue;
      if (read.may) return std::nullopt;
      for (const isl::map& piece :
           cut_at_borders(read.relation.intersect_domain(statement.domain), statement.loop_map, loops + 1))
        reads.push_back({statement, piece});
    }
  }
  std::optional<Reuse> reuse;
  std::string why_not;
  if (!try_optional(channel.push.ctx(), window_steps, [&] { reuse = find_reuse(reads, {loops + 1, 0}, why_not); }))
    return std::nullopt;
  return reuse;
}

/// When what the window has not had must be there.
std::optional<TakeTime> ChannelPlanner::find_fresh_take(const Channel& channel, const isl::map& pushes,
                                                        const Reuse& reuse) const {
  const isl::set tokens = channel.push.domain();
  const isl::map times = reuse.fresh_times();  // mostly one for each: simpler as it is than as its least
  const isl::map first = times.is_single_valued() ? times : times.lexmin();
  const isl::map need = set_tuple(first, Side::domain, tuple_name(channel.push, Side::domain)).intersect_domain(tokens);
  if (!tokens.is_subset(need.domain())) return std::nullopt;
  const std::vector<int> readers = readers_of(channel);
  return find_take_time({scheduled_.statements[readers.front()], reuse.loops}, pushes, need, pushed_at_once(channel))
      .time;
}

TakeSearch ChannelPlanner::find_take(const Channel& channel, const isl::map& pushes) const {
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
  return find_take_time({first, shared}, pushes, need->lexmin(), pushed_at_once(channel));
}

}  // namespace pom::poly
