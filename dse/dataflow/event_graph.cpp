#include "dse/dataflow/event_graph.hpp"

#include <algorithm>
#include <numeric>

namespace pom::dse::dataflow {

EventGraph::EventGraph(const Network& network)
    : network_(network), written_(network.channels.size()), read_(network.channels.size()) {
  for (std::size_t p = 0; p < network.processes.size(); ++p) {
    first_event_.push_back(events_.size());
    add_process(static_cast<int>(p));
  }
  first_event_.push_back(events_.size());
}

void EventGraph::add_process(int process) {
  struct Item {
    std::int64_t cycle = 0;
    Access access;
  };
  std::vector<Item> items;
  for (const Port& port : network_.processes[process].ports) {
    std::int64_t token = 0;
    for (const std::int64_t cycle : port.cycles.numbers())
      items.push_back({cycle, {port.channel, port.writes, token++}});
  }
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.cycle < b.cycle; });
  for (const Item& item : items) {
    if (events_.size() == first_event_.back() || events_.back().cycle != item.cycle)
      events_.push_back({process, item.cycle, accesses_.size(), 0});
    ++events_.back().accesses;
    accesses_.push_back(item.access);
    (item.access.writes ? written_ : read_)[item.access.channel].push_back(events_.size() - 1);
  }
  events_.push_back({process, network_.processes[process].length, accesses_.size(), 0});
}

std::int64_t EventGraph::start_time(int process, const Times& times) const {
  std::int64_t start = 0;
  for (const int before : network_.processes[process].after) start = std::max(start, times[end_event(before)]);
  return start;
}

std::int64_t EventGraph::earliest_of(const Access& access, const Depths& depths, const Times& times) const {
  const auto& others = access.writes ? read_[access.channel] : written_[access.channel];
  const std::int64_t token = access.writes ? access.token - depths[access.channel] : access.token;
  if (token < 0) return 0;
  if (token >= static_cast<std::int64_t>(others.size())) return unbounded;
  const std::int64_t time = times[others[static_cast<std::size_t>(token)]];
  return time == unbounded ? unbounded : time + 1;
}

/// False: what it waits for has no time yet.
bool EventGraph::time_event(std::size_t e, const Depths& depths, Times& times) const {
  const Event& event = events_[e];
  std::int64_t time = 0;
  if (e == first_event_[event.process]) {
    time = start_time(event.process, times);
    if (time == unbounded) return false;
    time += event.cycle;
  } else {
    time = times[e - 1] + event.cycle - events_[e - 1].cycle;
  }
  for (std::size_t a = event.first_access; a < event.first_access + event.accesses; ++a) {
    const std::int64_t earliest = earliest_of(accesses_[a], depths, times);
    if (earliest == unbounded) return false;
    time = std::max(time, earliest);
  }
  times[e] = time;
  return true;
}

/// False: an event is later than its latest time.
bool EventGraph::run(const Depths& depths, const Times* latest, Times& times) const {
  times.assign(events_.size(), unbounded);
  std::vector<std::size_t> next(first_event_.begin(), first_event_.end() - 1);
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t p = 0; p < next.size(); ++p) {
      for (; next[p] < first_event_[p + 1] && time_event(next[p], depths, times); ++next[p], moved = true) {
        if (latest && times[next[p]] > (*latest)[next[p]]) return false;
      }
    }
  }
  return true;
}

EventGraph::Times EventGraph::run(const Depths& depths) const {
  Times times;
  run(depths, nullptr, times);
  return times;
}

bool EventGraph::keeps(const Times& latest, const Depths& depths) const {
  Times times;
  return run(depths, &latest, times) && std::find(times.begin(), times.end(), unbounded) == times.end();
}

std::int64_t EventGraph::latency(const Times& times) const {
  std::int64_t latency = 0;
  for (std::size_t p = 0; p + 1 < first_event_.size(); ++p)
    latency = std::max(latency, times[end_event(static_cast<int>(p))]);
  return latency;
}

EventGraph::Times EventGraph::latest(const Times& earliest, std::int64_t latency) const {
  std::vector<std::size_t> order(events_.size());
  std::iota(order.begin(), order.end(), 0);
  // Everything waits for what is earlier; of a writer of a memory and a reader that starts at its end, for the former.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return earliest[a] > earliest[b]; });
  Times times(events_.size(), latency);
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::size_t e : order) {
      const Event& event = events_[e];
      std::int64_t time = times[e];
      if (e != end_event(event.process)) time = std::min(time, times[e + 1] - (events_[e + 1].cycle - event.cycle));
      for (std::size_t a = event.first_access; a < event.first_access + event.accesses; ++a) {
        const Access& access = accesses_[a];
        if (!access.writes || access.token >= static_cast<std::int64_t>(read_[access.channel].size())) continue;
        time = std::min(time, times[read_[access.channel][static_cast<std::size_t>(access.token)]] - 1);
      }
      if (time < times[e]) times[e] = time, changed = true;
    }
    for (std::size_t p = 0; p < network_.processes.size(); ++p) {
      const std::size_t first = first_event_[p];
      for (const int before : network_.processes[p].after) {
        std::int64_t& end = times[end_event(before)];
        const std::int64_t time = times[first] - events_[first].cycle;
        if (time < end) end = time, changed = true;
      }
    }
  }
  return times;
}

EventGraph::Cause EventGraph::cause_of(std::size_t e, const Times& times, const Depths& depths) const {
  const Event& event = events_[e];
  const bool first = e == first_event_[event.process];
  const auto decides = [&](std::int64_t earliest) { return earliest == times[e]; };
  if (!first && times[e] != unbounded && decides(times[e - 1] + event.cycle - events_[e - 1].cycle)) return {e - 1, -1};
  if (!first && times[e] == unbounded && times[e - 1] == unbounded) return {e - 1, -1};
  for (const bool writes : {false, true}) {  // rather a missing token than a full FIFO
    for (std::size_t a = event.first_access; a < event.first_access + event.accesses; ++a) {
      const Access& access = accesses_[a];
      if (access.writes != writes || !decides(earliest_of(access, depths, times))) continue;
      const auto& others = writes ? read_[access.channel] : written_[access.channel];
      const auto token = static_cast<std::size_t>(writes ? access.token - depths[access.channel] : access.token);
      // A token that nobody writes or reads: nothing else is to blame.
      return {token < others.size() ? others[token] : e, writes ? access.channel : -1};
    }
  }
  for (const int before : network_.processes[event.process].after) {
    const std::int64_t end = times[end_event(before)];
    if (end == unbounded ? times[e] == unbounded : decides(end + event.cycle)) return {end_event(before), -1};
  }
  return {e, -1};
}

std::vector<int> EventGraph::critical_channels(const Times& times, const Depths& depths) const {
  std::size_t last = 0;
  for (std::size_t p = 0; p < network_.processes.size(); ++p) {
    const std::size_t end = end_event(static_cast<int>(p));
    if (p == 0 || times[end] > times[last]) last = end;
  }
  std::vector<int> full;
  std::vector<std::size_t> seen_at(events_.size(),
                                   0);  // of events that never take place: channels found before, plus 1
  for (std::size_t e = last;;) {
    if (times[e] == unbounded && seen_at[e] > 0) {  // a circle: what led to it is not to blame
      full.erase(full.begin(), full.begin() + static_cast<std::ptrdiff_t>(seen_at[e] - 1));
      break;
    }
    seen_at[e] = full.size() + 1;
    const Cause cause = cause_of(e, times, depths);
    if (cause.full >= 0) full.push_back(cause.full);
    if (cause.event == e) break;
    e = cause.event;
  }
  std::sort(full.begin(), full.end());
  full.erase(std::unique(full.begin(), full.end()), full.end());
  return full;
}

std::int64_t EventGraph::least_depth(int channel, const Times& earliest, const Times& latest) const {
  const auto &written = written_[channel], &read = read_[channel];
  std::int64_t least = 1;
  std::size_t gone = 0;
  for (std::size_t k = 0; k < written.size(); ++k) {
    while (gone < read.size() && earliest[read[gone]] < latest[written[k]]) ++gone;
    least = std::max(least, static_cast<std::int64_t>(k) + 1 - static_cast<std::int64_t>(gone));
  }
  return least;
}

std::int64_t EventGraph::most_held(int channel, const Times& times) const { return least_depth(channel, times, times); }

}  // namespace pom::dse::dataflow
