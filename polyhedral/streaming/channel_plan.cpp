#include "polyhedral/streaming/channel_plan.hpp"

#include <algorithm>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

ChannelPlan ChannelPlanner::plan(const Channel& channel) const {
  ChannelPlan plan{&channel, channel.unknown, false, channel.push, std::nullopt};
  if (plan.memory.empty() && !first_parameters(channel.push.wrap()).empty())
    plan.memory = "its size depends on parameters";
  if (!plan.memory.empty()) return plan;
  plan.known = true;
  if (!reads_once(channel)) {
    const isl::map pushes = pushes_around(channel);
    plan.take = find_take(channel, pushes);
    if (plan.take) plan.push = pushes.intersect_domain(plan.take->when.domain());
    if (!plan.take) plan.memory = "\"" + name_of(channel.consumer) + "\" needs all of it before its first loop";
  }
  return plan;
}

/// As Channel::push, of all elements in the box around the tokens that the producer writes.
isl::map ChannelPlanner::pushes_around(const Channel& channel) const {
  const ProcessTime time(sequential_, processes_[channel.producer]);
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

std::vector<int> ChannelPlanner::readers_of(const Channel& channel) const {
  std::vector<int> readers;
  for (const int s : processes_[channel.consumer].statements) {
    for (const AccessRelation& read : scheduled_.statements[s].reads) {
      if (read.array == channel.array) readers.push_back(s);
    }
  }
  return readers;
}

/// One access takes each token once, in the order in which they come.
bool ChannelPlanner::reads_once(const Channel& channel) const {
  return readers_of(channel).size() == 1 && channel.in_consumer.is_empty() && channel.uses.is_injective() &&
         channel.uses.is_single_valued();
}

bool ChannelPlanner::writes_once(const ChannelPlan& plan) const {
  int writers = 0;
  for (const int s : processes_[plan.channel->producer].statements) {
    const Statement& statement = scheduled_.statements[s];
    for (const AccessRelation& read : statement.reads) {
      if (read.array == plan.channel->array) return false;
    }
    if (statement.write.array != plan.channel->array) continue;
    const isl::map writes = statement.write.relation.intersect_domain(statement.domain);
    if (++writers > 1 || !writes.is_injective() || !writes.range().is_subset(plan.push.domain())) return false;
  }
  return writers == 1;
}

std::optional<TakeTime> ChannelPlanner::find_take(const Channel& channel, const isl::map& pushes) const {
  const std::vector<int> readers = readers_of(channel);
  const Statement& first = scheduled_.statements[readers.front()];
  int shared = static_cast<int>(first.loops.size());
  for (const int s : readers) {
    if (s != readers.front()) shared = std::min(shared, count_shared(first, scheduled_.statements[s]));
  }
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
  return find_take_time({first, shared}, pushes, need->lexmin());
}

}  // namespace pom::poly
