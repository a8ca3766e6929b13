#include "polyhedral/streaming/known_channels.hpp"

#include <algorithm>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/streaming/keep_less.hpp"

namespace pom::poly {

KnownChannels::KnownChannels(const Scop& scheduled, const Scop& sequential, const Dependences& dependences,
                             const std::vector<Process>& processes, const ChannelPlanner& planner,
                             StreamingCache& cache)
    : scheduled_(scheduled),
      sequential_(sequential),
      dependences_(dependences),
      processes_(processes),
      planner_(planner),
      cache_(cache) {
  for (const Process& process : processes) {
    texts_.push_back(text_of(scheduled, process));
    for (std::size_t n = 0; n < process.statements.size(); ++n)
      local_names_[process.statements[n]] = "S" + std::to_string(n);
  }
}

/// Where nothing but a memory does, the reason speaks of names, and the answer is that of this channel alone.
const KnownChannel& KnownChannels::of(const Flow& flow) {
  const std::string key = nameless_key(flow);
  const auto alike = cache_.alike.find(key);
  if (alike == cache_.alike.end()) {
    const std::string own_key = name_key(flow);
    const KnownChannel& known = recall<KnownChannel>(cache_.channels, own_key, [&] { return find(flow); });
    const bool answered = known.plan.memory.empty() && known.channel.unknown.empty();
    if (answered && !cache_.channels.at(own_key).cut_short) cache_.alike.emplace(key, &known);
    return known;
  }
  const KnownChannel& known = *alike->second;
  const bool same = known.channel.array == flow.array && known.channel.producer == flow.producer &&
                    known.channel.consumer == flow.consumer;
  return same ? known : renamed_.emplace_back(renamed(known, flow));
}

KnownChannel KnownChannels::find(const Flow& flow) const {
  KnownChannel known{find_channel(sequential_, dependences_, processes_, flow), {}};
  known.plan = planner_.plan(known.channel);
  known.plan.channel = nullptr;
  return known;
}

std::string KnownChannels::name_key(const Flow& flow) const {
  std::string key = std::to_string(flow.array) + " of " + std::to_string(flow.producer) + " for " +
                    std::to_string(flow.consumer) + "\n" + texts_[flow.producer] + texts_[flow.consumer];
  for (const Dependence* dependence : flow.dependences) key += is_in_order(*dependence) ? "behind " : "beside ";
  return key;
}

/// The nest that needs the value stands behind the one that makes it: nests of two processes may take turns.
bool KnownChannels::is_in_order(const Dependence& dependence) const {
  return scheduled_.statements[dependence.source].position.front() <
         scheduled_.statements[dependence.sink].position.front();
}

/// All that the answer depends on, but for names: the array, the two processes, and which values go from where to
/// where.
std::string KnownChannels::nameless_key(const Flow& flow) const {
  std::string key = has_computed_index(scheduled_, flow.array) ? "computed" : "affine";
  for (const std::int64_t extent : scheduled_.program->arrays[flow.array]->shape) key += " " + std::to_string(extent);
  for (const CoarseDependences& coarse : dependences_.coarse) {
    if (coarse.array == flow.array) key += " coarse";
  }
  for (const int process : {flow.producer, flow.consumer})
    key += "\n" + nameless_text_of(scheduled_, processes_[process], flow.array);
  for (const Dependence* dependence : flow.dependences)
    key += (is_in_order(*dependence) ? "\nbehind " : "\nbeside ") + nameless_text(*dependence);
  for (const Dependence& dependence : dependences_.direct) {
    const std::vector<int>& own = processes_[flow.producer].statements;
    const auto is_own = [&](int s) { return std::find(own.begin(), own.end(), s) != own.end(); };
    if (dependence.kind == DependenceKind::flow && dependence.array == flow.array && is_own(dependence.source) &&
        is_own(dependence.sink))
      key += "\nown " + nameless_text(dependence);
  }
  return key;
}

std::string KnownChannels::nameless_text(const Dependence& dependence) const {
  const std::string &source = local_names_.at(dependence.source), &sink = local_names_.at(dependence.sink);
  const std::string key = std::to_string(dependence.source) + " " + std::to_string(dependence.sink) + " " +
                          std::to_string(dependence.array) + " " + source + " " + sink;
  return recall<std::string>(cache_.dependences, key, [&] {
    std::string text;
    for (const Dependence& other : dependences_.direct) {
      const bool same = other.kind == dependence.kind && other.array == dependence.array &&
                        other.source == dependence.source && other.sink == dependence.sink;
      if (!same) continue;
      const isl::map relation = set_tuple(set_tuple(other.relation, Side::domain, source), Side::range, sink);
      text += to_text(isl::union_map(relation)) + "\n";
    }
    return text;
  });
}

/// The answer as that of another array between other processes.
KnownChannel KnownChannels::renamed(KnownChannel known, const Flow& flow) const {
  const std::string& name = scheduled_.program->arrays[flow.array]->name;
  Channel& channel = known.channel;
  channel.array = flow.array;
  channel.producer = flow.producer;
  channel.consumer = flow.consumer;
  std::vector<isl::map*> maps = {&channel.push, &channel.need, &channel.pop, &channel.uses, &channel.done};
  for (LiveRange* range : {&channel.in_producer, &channel.in_consumer}) {
    maps.push_back(&range->first);
    maps.push_back(&range->last);
  }
  maps.push_back(&known.plan.push);
  if (known.plan.take) maps.push_back(&known.plan.take->when);
  if (known.plan.row) {
    ComingRow& row = *known.plan.row;
    maps.insert(maps.end(), {&row.begins.when, &row.kept.first, &row.kept.last, &row.complete});
  }
  for (isl::map* map : maps) *map = set_tuple(*map, Side::domain, name);
  return known;
}

}  // namespace pom::poly
