#pragma once
#include <cstddef>

#include "dse/dataflow/ends.hpp"

namespace pom::dse::dataflow {

/// A network as events and what each of them waits for; the depths of the FIFOs come only when it is run. An event is
/// an own cycle of a process in which it reads or writes, or its end.
class EventGraph {
 public:
  explicit EventGraph(const Network&);

  /// When each event takes place; `unbounded`: never.
  using Times = std::vector<std::int64_t>;

  Times run(const Depths&) const;
  /// Whether each event takes place at its latest time or before.
  bool keeps(const Times& latest, const Depths&) const;

  std::int64_t latency(const Times&) const;  ///< `unbounded`: a deadlock
  /// The latest times of all events with which the latency is not exceeded, without regard to depths.
  Times latest(const Times& earliest, std::int64_t latency) const;

  /// Of a run that is too slow, the channels whose full FIFOs lie on a longest path: with none of them deeper, no run
  /// is faster. Of a run that never ends, those of a circle of waits; without any, depths are not to blame.
  std::vector<int> critical_channels(const Times&, const Depths&) const;

  /// The least depth of a channel for which the earliest and latest times leave room: no smaller one keeps the latency.
  std::int64_t least_depth(int channel, const Times& earliest, const Times& latest) const;

  std::int64_t events() const { return static_cast<std::int64_t>(events_.size()); }
  std::int64_t tokens(int channel) const { return static_cast<std::int64_t>(written_[channel].size()); }
  /// The most tokens that the channel holds at once.
  std::int64_t most_held(int channel, const Times&) const;

 private:
  struct Access {
    int channel = -1;
    bool writes = false;
    std::int64_t token = 0;
  };

  struct Event {
    int process = -1;
    std::int64_t cycle = 0;                      ///< own cycle
    std::size_t first_access = 0, accesses = 0;  ///< in the list of all
  };

  void add_process(int process);
  bool run(const Depths&, const Times* latest, Times&) const;
  std::size_t end_event(int process) const { return first_event_[process + 1] - 1; }
  bool time_event(std::size_t e, const Depths&, Times&) const;
  std::int64_t start_time(int process, const Times&) const;
  std::int64_t earliest_of(const Access&, const Depths&, const Times&) const;
  /// The event that decides when this one takes place (for ever: an event that never does), and the channel if it is a
  /// full one. Itself: nothing but the start of the region.
  struct Cause {
    std::size_t event = 0;
    int full = -1;
  };
  Cause cause_of(std::size_t e, const Times&, const Depths&) const;

  const Network& network_;
  std::vector<Event> events_;             ///< by process, in order
  std::vector<std::size_t> first_event_;  ///< by process, and one more
  std::vector<Access> accesses_;
  std::vector<std::vector<std::size_t>> written_, read_;  ///< by channel and token: the event
};

}  // namespace pom::dse::dataflow
