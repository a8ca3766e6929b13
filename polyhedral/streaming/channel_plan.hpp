#pragma once
#include <optional>
#include <string>
#include <vector>

#include "polyhedral/dataflow/channels.hpp"
#include "polyhedral/streaming/coming_row.hpp"
#include "polyhedral/streaming/reuse.hpp"
#include "polyhedral/streaming/take_time.hpp"

namespace pom::poly {

/// How one channel is carried.
struct ChannelPlan {
  const Channel* channel = nullptr;
  std::string memory;            ///< why it is no FIFO
  bool known = false;            ///< what is sent is known, and when, be it to a memory
  isl::map push;                 ///< { A[…] -> [time] }: that
  std::optional<TakeTime> take;  ///< nothing for a FIFO: the consumer reads the FIFO itself
  std::optional<Reuse> reuse;    ///< the consumer keeps what it takes in a window
  std::optional<ComingRow> row;  ///< what it takes is a part of the row that comes next
};

/// Decides about the channels of one scheduled program. The arguments outlive it.
class ChannelPlanner {
 public:
  /// `sequential`: without pipelined loops, so that times are those of single statements.
  ChannelPlanner(const Scop& scheduled, const Scop& sequential, const std::vector<Process>& processes)
      : scheduled_(scheduled), sequential_(sequential), processes_(processes) {}

  ChannelPlan plan(const Channel&) const;

  /// One statement of the producer writes what is sent and nothing else, each element once.
  bool writes_once(const ChannelPlan&) const;

  /// The consumer's statements that read the array, one for each access.
  std::vector<int> readers_of(const Channel&) const;

  /// A process has the name of its first compute.
  const std::string& name_of(int process) const {
    return scheduled_.statements[processes_[process].statements.front()].name;
  }

 private:
  isl::map pushes_around(const Channel&, const Scop& timed) const;
  isl::map pushed_together(const Channel&) const;
  bool reads_once(const Channel&) const;
  bool find_take(ChannelPlan&, const isl::map& pushes, const isl::map& together) const;
  std::optional<Reuse> find_window(const Channel&, const isl::map& together) const;
  std::optional<TakeTime> find_fresh_take(const Channel&, const isl::map& pushes, const isl::map& together,
                                          const Reuse&) const;
  int count_shared_loops(const std::vector<int>& readers) const;

  const Scop &scheduled_, &sequential_;
  const std::vector<Process>& processes_;
};

}  // namespace pom::poly
