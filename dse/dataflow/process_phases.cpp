#include "dse/dataflow/process_phases.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace pom::dse::dataflow {

namespace {

/// Delays that accesses in the cycles first, first + step, … ask for: delay, delay + rise, …
struct Climb {
  std::int64_t first = 0, step = 1, count = 1;
  std::int64_t delay = 0, rise = 0;

  std::int64_t last() const { return first + (count - 1) * step; }
  /// How many accesses took place before or in the cycle, less one.
  std::int64_t index_at(std::int64_t cycle) const { return std::min(count - 1, (cycle - first) / step); }
  std::int64_t delay_at(std::int64_t cycle) const { return delay + rise * index_at(cycle); }
};

/// A position in a sequence from which stretches of it are taken.
class Reader {
 public:
  explicit Reader(const Sequence& sequence, std::int64_t skipped = 0) : sequence_(&sequence) {
    for (; skipped > 0 && left() > 0; take(std::min(skipped, left()), skipped)) continue;
  }

  /// How many numbers of the current run are left; 0: the sequence is at its end.
  std::int64_t left() const { return ended() ? 0 : current().count - n_; }
  std::int64_t front() const { return current().at(n_); }
  std::int64_t step() const { return current().step; }

  Run take(std::int64_t count) {
    const Run taken{front(), step(), count};
    n_ += count;
    if (n_ == current().count) ++run_, n_ = 0;
    return taken;
  }

 private:
  void take(std::int64_t count, std::int64_t& wanted) {
    take(count);
    wanted -= count;
  }
  bool ended() const { return run_ == sequence_->runs().size(); }
  const Run& current() const { return sequence_->runs()[run_]; }

  const Sequence* sequence_;
  std::size_t run_ = 0;
  std::int64_t n_ = 0;
};

/// What one port asks for: its cycles and their earliest times side by side.
void add_climbs(const Sequence& cycles, const Earliest& earliest, std::vector<Climb>& climbs) {
  Reader cycle(cycles, earliest.skipped), time(earliest.times);
  while (cycle.left() > 0 && time.left() > 0) {
    const std::int64_t count = std::min(cycle.left(), time.left());
    const Run own = cycle.take(count), at = time.take(count);
    Climb climb{own.first, own.step, count, at.first - own.first, at.step - own.step};
    if (count == 1 || climb.rise <= 0) climb.count = 1, climb.step = 1, climb.rise = 0;
    climbs.push_back(climb);
  }
}

/// The delay s over the own cycles, in order.
class Delay {
 public:
  Delay(std::int64_t start, std::vector<Climb> climbs) : base_(start), waiting_(Later{}, std::move(climbs)) {}

  /// Takes in all that is asked for in cycles up to this one.
  void advance(std::int64_t cycle) {
    while (!waiting_.empty() && waiting_.top().first <= cycle) {
      const Climb next = waiting_.top();
      waiting_.pop();
      begin(next, cycle);
    }
    std::erase_if(active_, [&](const Climb& climb) {
      if (climb.last() > cycle) return false;
      base_ = std::max(base_, climb.delay_at(cycle));
      return true;
    });
  }

  std::int64_t at(std::int64_t cycle) const {
    std::int64_t delay = base_;
    for (const Climb& climb : active_) delay = std::max(delay, climb.delay_at(cycle));
    return delay;
  }

  /// The first cycle behind this one in which something begins to be asked for, or a climb ends.
  std::int64_t next_change(std::int64_t cycle) const {
    std::int64_t change = waiting_.empty() ? unbounded : waiting_.top().first;
    for (const Climb& climb : active_) change = std::min(change, climb.last());
    return std::max(change, cycle + 1);
  }

  /// For accesses in cycles first, first + step, …, none of them at or behind the next change: how many of them, from
  /// the first on, take place at equal distances, and at which.
  Run stretch(const Run& cycles) const {
    const std::int64_t first = cycles.first, delay = at(first);
    const Climb* leader = nullptr;  // the climb that decides, if one does
    for (const Climb& climb : active_) {
      if (climb.delay_at(first) < delay) continue;
      if (!leader || slope(climb, cycles.step) > slope(*leader, cycles.step)) leader = &climb;
    }
    // While no climb takes a step, the delay stays; where the leader takes as many with every access, it climbs evenly.
    std::int64_t even = cycles.count, step = cycles.step;
    const bool in_step = leader && cycles.step % leader->step == 0;
    if (in_step) step += leader->rise * (cycles.step / leader->step);
    for (const Climb& climb : active_) {
      if (&climb == leader && in_step) continue;
      even = std::min(even, in_step ? until_overtaken(*leader, climb, cycles) : until_step(climb, cycles));
    }
    return {first + delay, step, std::max<std::int64_t>(even, 1)};
  }

 private:
  static double slope(const Climb& climb, std::int64_t step) {
    return climb.step > step ? static_cast<double>(climb.rise) / static_cast<double>(climb.step)
                             : static_cast<double>(climb.rise * (step / climb.step));
  }

  /// Accesses before the climb's next step.
  static std::int64_t until_step(const Climb& climb, const Run& cycles) {
    const std::int64_t next = climb.first + (climb.index_at(cycles.first) + 1) * climb.step;
    return (next - cycles.first + cycles.step - 1) / cycles.step;
  }

  /// Accesses for which the other climb surely stays below the leader.
  static std::int64_t until_overtaken(const Climb& leader, const Climb& other, const Run& cycles) {
    const std::int64_t rise = leader.rise * (cycles.step / leader.step);
    std::int64_t n = 1;
    // The difference is no line where the other takes its steps between accesses, so that it is looked at one by one;
    // where both climb in step, all at once.
    if (cycles.step % other.step == 0) {
      const std::int64_t faster = other.rise * (cycles.step / other.step) - rise;
      if (faster <= 0) return cycles.count;
      return (leader.delay_at(cycles.first) - other.delay_at(cycles.first)) / faster + 1;
    }
    while (n < cycles.count && other.delay_at(cycles.at(n)) <= leader.delay_at(cycles.first) + n * rise) ++n;
    return n;
  }

  void begin(Climb climb, std::int64_t cycle) {
    if (climb.rise > 0 && climb.delay <= base_) {  // only what is above the delay so far matters
      const std::int64_t below = std::min(climb.count - 1, (base_ - climb.delay) / climb.rise);
      climb.first += below * climb.step;
      climb.delay += below * climb.rise;
      climb.count -= below;
    }
    if (climb.first > cycle) {  // it matters later
      waiting_.push(climb);
    } else if (climb.count > 1) {
      active_.push_back(climb);
    } else {
      base_ = std::max(base_, climb.delay);
    }
  }

  struct Later {
    bool operator()(const Climb& a, const Climb& b) const { return a.first > b.first; }
  };

  std::int64_t base_;                                              ///< the delay but for the active climbs
  std::priority_queue<Climb, std::vector<Climb>, Later> waiting_;  ///< those that have not begun, the first on top
  std::vector<Climb> active_;
};

/// FIFOs side by side are used in the same cycles: for each port the first of those before it that is like it, or
/// itself.
std::vector<std::size_t> like_before(const Process& process) {
  std::vector<std::size_t> like;
  for (std::size_t n = 0; n < process.ports.size(); ++n) {
    const bool same = n > 0 && process.ports[n].cycles == process.ports[n - 1].cycles;
    like.push_back(same ? like.back() : n);
  }
  return like;
}

}  // namespace

ProcessTiming time_process(const Process& process, std::int64_t start, const std::vector<Earliest>& by_port) {
  const std::vector<std::size_t> like = like_before(process);
  std::vector<Climb> climbs;
  for (std::size_t n = 0; n < process.ports.size(); ++n) {
    const bool again = like[n] != n && by_port[n] == by_port[n - 1];
    if (!again) add_climbs(process.ports[n].cycles, by_port[n], climbs);
  }
  Delay delay(start, std::move(climbs));
  ProcessTiming timing{0, std::vector<Sequence>(process.ports.size())};
  std::vector<Reader> readers;
  using Next = std::pair<std::int64_t, std::size_t>;  // the cycle of a port's next access, and the port
  std::priority_queue<Next, std::vector<Next>, std::greater<>> nearest;
  for (std::size_t n = 0; n < process.ports.size(); ++n) {
    readers.emplace_back(process.ports[n].cycles);
    if (like[n] == n && readers[n].left() > 0) nearest.emplace(readers[n].front(), n);
  }
  for (std::int64_t cycle = 0;;) {
    delay.advance(cycle);
    const std::int64_t change = delay.next_change(cycle);
    while (!nearest.empty() && nearest.top().first < change) {
      const std::size_t n = nearest.top().second;
      nearest.pop();
      Reader& reader = readers[n];
      const std::int64_t within = std::min(reader.left(), (change - 1 - reader.front()) / reader.step() + 1);
      const Run stretch = delay.stretch({reader.front(), reader.step(), within});
      timing.times[n].append(stretch);
      reader.take(std::min(within, stretch.count));
      if (reader.left() > 0) nearest.emplace(reader.front(), n);
    }
    if (change == unbounded && nearest.empty()) break;
    // Nothing takes place before the next access or change.
    cycle = change == unbounded ? nearest.top().first : change;
  }
  for (std::size_t n = 0; n < like.size(); ++n) {
    if (like[n] != n) timing.times[n] = timing.times[like[n]];
  }
  timing.done = process.length + delay.at(process.length);
  return timing;
}

}  // namespace pom::dse::dataflow
