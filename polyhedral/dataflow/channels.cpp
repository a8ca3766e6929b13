#include "polyhedral/dataflow/channels.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/suffix_minimum.hpp"

namespace pom::poly {

namespace {

/// isl's steps for one channel: about a second of work. What needs more is a memory.
constexpr unsigned long channel_steps = 1'000'000;

/// The union of maps of one space, of which there may be none. Windows and borders are read in many pieces that make
/// few together.
class Union {
 public:
  void add(const isl::map& map) { all_ = all_ ? join_plain_pieces(all_->unite(map)) : map; }
  bool is_empty() const { return !all_ || all_->is_empty(); }
  const isl::map& get() const { return *all_; }

 private:
  std::optional<isl::map> all_;
};

/// The process of each statement.
std::vector<int> owners(const Scop& scop, const std::vector<Process>& processes) {
  std::vector<int> owner(scop.statements.size(), -1);
  for (std::size_t p = 0; p < processes.size(); ++p) {
    for (const int s : processes[p].statements) owner[s] = static_cast<int>(p);
  }
  return owner;
}

/// { token -> the first time at which it or one that is pushed with it or behind it is needed }. Times are asked for
/// times: pairs of tokens would be as many as the square of the array.
isl::map first_need_from(const isl::map& push, const isl::map& need) {
  const isl::map first = join_pieces(push.apply_range(suffix_minimum(push.reverse().apply_range(need))));
  return first.is_equal(need) ? need : first;
}

/// { token -> the last time at which it or one that is needed before it is pushed }
isl::map last_push_until(const isl::map& push, const isl::map& need) {
  const isl::map at_need = need.reverse().apply_range(push);
  const isl::map before = need.apply_range(lexicographic_after(need.range()).apply_range(at_need));
  const isl::map last = join_pieces(push.unite(before.lexmax()).lexmax());
  return last.is_equal(push) ? push : last;
}

/// Derives one channel from its flow.
class ChannelBuilder {
 public:
  ChannelBuilder(const Scop& scop, const Dependences& dependences, const std::vector<Process>& processes,
                 std::vector<int> owner, const Flow& flow)
      : scop_(scop),
        dependences_(dependences),
        owner_(std::move(owner)),
        flow_(flow),
        statements_(processes[flow.producer].statements),
        producer_time_(scop, processes[flow.producer]),
        consumer_time_(scop, processes[flow.consumer]) {}

  Channel build() {
    const isl::ctx context = scop_.statements.front().domain.ctx();
    const isl::map none(context, "{ [] -> [] : false }");
    const LiveRange empty{none, none};
    Channel channel{.array = flow_.array,
                    .producer = flow_.producer,
                    .consumer = flow_.consumer,
                    .unknown = find_reason(),
                    .push = none,
                    .need = none,
                    .pop = none,
                    .uses = none,
                    .done = none,
                    .in_producer = empty,
                    .in_consumer = empty};
    if (!channel.unknown.empty()) return channel;
    if (!try_within(context, channel_steps, [&] { derive(channel); }))
      channel.unknown = "the orders take too much work to compare";
    return channel;
  }

 private:
  /// Why the order of the tokens cannot be known.
  std::string find_reason() const {
    for (const CoarseDependences& coarse : dependences_.coarse) {
      if (coarse.array == flow_.array) return "which writes the reads see takes too much work to find";
    }
    for (const Dependence* dependence : flow_.dependences) {
      const Statement &source = scop_.statements[dependence->source], &sink = scop_.statements[dependence->sink];
      if (source.write.may) return "\"" + source.name + "\" writes where only the run knows";
      for (const AccessRelation& read : sink.reads) {
        if (read.array == flow_.array && read.may) return "\"" + sink.name + "\" reads where only the run knows";
      }
      if (!(source.position.front() < sink.position.front()))
        return "the nests of the two processes take turns";  // so an element may be sent more than once
    }
    return "";
  }

  void derive(Channel& channel) const {
    Union writes, reads;
    for (const Dependence* dependence : flow_.dependences) {
      const isl::map written_by =
          scop_.statements[dependence->source].write.relation.reverse();  // { element -> source }
      const isl::map seen = join_plain_pieces(dependence->relation);      // each border of a window is a piece
      const isl::map sent = join_plain_pieces(written_by.intersect_range(seen.domain()));
      writes.add(sent.apply_range(producer_time_.of(dependence->source)));
      reads.add(written_by.apply_range(seen).apply_range(consumer_time_.of(dependence->sink)));
    }
    channel.push = join_pieces(writes.get().lexmax());
    channel.need = join_pieces(reads.get().lexmin());
    channel.uses = reads.get();
    channel.done = join_pieces(reads.get().lexmax());
    const isl::map accesses = own_accesses().intersect_domain(channel.push.domain());
    channel.in_producer = make_live_range(join_pieces(accesses.lexmin()), join_pieces(accesses.lexmax()));
    channel.pop = first_need_from(channel.push, channel.need);
    channel.in_consumer = make_live_range(channel.pop, channel.done);
  }

  /// { element -> time }: all writes of the producer, and its reads of what it wrote itself.
  isl::map own_accesses() const {
    Union accesses;
    for (const int s : statements_) {
      const Statement& statement = scop_.statements[s];
      if (statement.write.array != flow_.array) continue;
      accesses.add(statement.write.relation.reverse().apply_range(producer_time_.of(s)));
    }
    for (const Dependence& dependence : dependences_.direct) {
      const bool own = owner_[dependence.source] == flow_.producer && owner_[dependence.sink] == flow_.producer;
      if (!own || dependence.kind != DependenceKind::flow || dependence.array != flow_.array) continue;
      const isl::map written_by = scop_.statements[dependence.source].write.relation.reverse();
      accesses.add(written_by.apply_range(dependence.relation).apply_range(producer_time_.of(dependence.sink)));
    }
    return accesses.get();
  }

  const Scop& scop_;
  const Dependences& dependences_;
  const std::vector<int> owner_;
  const Flow& flow_;
  const std::vector<int>& statements_;
  ProcessTime producer_time_, consumer_time_;
};

}  // namespace

std::vector<Flow> list_flows(const Scop& scheduled, const Dependences& dependences,
                             const std::vector<Process>& processes) {
  const std::vector<int> owner = owners(scheduled, processes);
  std::map<std::tuple<int, int, int>, Flow> flows;
  for (const Dependence& dependence : dependences.direct) {
    if (dependence.kind != DependenceKind::flow) continue;
    const int producer = owner[dependence.source], consumer = owner[dependence.sink];
    if (producer == consumer) continue;
    Flow& flow = flows[{dependence.array, producer, consumer}];
    flow.array = dependence.array, flow.producer = producer, flow.consumer = consumer;
    flow.dependences.push_back(&dependence);
  }
  std::vector<Flow> list;
  for (auto& [key, flow] : flows) list.push_back(std::move(flow));
  return list;
}

Channel find_channel(const Scop& scheduled, const Dependences& dependences, const std::vector<Process>& processes,
                     const Flow& flow) {
  return ChannelBuilder(scheduled, dependences, processes, owners(scheduled, processes), flow).build();
}

std::vector<Channel> find_channels(const Scop& scheduled, const Dependences& dependences,
                                   const std::vector<Process>& processes) {
  std::vector<Channel> channels;
  for (const Flow& flow : list_flows(scheduled, dependences, processes))
    channels.push_back(find_channel(scheduled, dependences, processes, flow));
  return channels;
}

std::optional<Converter> find_converter(const Channel& channel) {
  if (!channel.unknown.empty()) return std::nullopt;
  std::optional<Converter> converter;
  const bool found = try_within(channel.push.ctx(), channel_steps, [&] {
    converter = {make_live_range(channel.push, last_push_until(channel.push, channel.need)),
                 make_live_range(channel.need, channel.done)};
  });
  return found ? converter : std::nullopt;
}

Lanes count_lanes(const Channel& channel) { return {count_at_middle(channel.push), count_at_middle(channel.pop)}; }

}  // namespace pom::poly
