#pragma once
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "polyhedral/streaming/channel_plan.hpp"
#include "polyhedral/streaming/streaming_cache.hpp"

namespace pom::poly {

/// The channels of one scheduled program and how they are carried, asked of isl once for all channels that are alike.
/// The arguments outlive it.
class KnownChannels {
 public:
  /// `sequential`: without pipelined loops, so that times are those of single statements.
  KnownChannels(const Scop& scheduled, const Scop& sequential, const Dependences& dependences,
                const std::vector<Process>& processes, const ChannelPlanner& planner, StreamingCache& cache);

  const KnownChannel& of(const Flow&);

 private:
  KnownChannel find(const Flow&) const;
  std::string name_key(const Flow&) const;
  std::string nameless_key(const Flow&) const;
  std::string nameless_text(const Dependence&) const;
  bool is_in_order(const Dependence&) const;
  KnownChannel renamed(KnownChannel, const Flow&) const;

  const Scop &scheduled_, &sequential_;
  const Dependences& dependences_;
  const std::vector<Process>& processes_;
  const ChannelPlanner& planner_;
  StreamingCache& cache_;
  std::vector<std::string> texts_;          ///< by process
  std::map<int, std::string> local_names_;  ///< by statement: its name in its process
  std::deque<KnownChannel> renamed_;
};

}  // namespace pom::poly
