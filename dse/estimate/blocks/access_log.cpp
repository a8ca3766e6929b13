#include "dse/estimate/blocks/access_log.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace pom::dse::estimate {

namespace {

std::uint64_t element_key(int array, int first_index) {
  return static_cast<std::uint64_t>(array) << 40 | static_cast<std::uint64_t>(first_index);
}

/// Adds the edge from an earlier access to a new one, if they conflict.
void add_edge(const AccessLog::Event& earlier, const Graph& graph, const MemoryView& memory, const GraphAccess& access,
              std::vector<GraphEdge>& waits) {
  if (earlier.call) {
    if (earlier.writes || access.writes || memory.kind == MemoryView::Kind::memory)
      waits.push_back({earlier.node, GraphEdge::Kind::after});
    return;
  }
  if (!earlier.writes && !access.writes) return;
  if (earlier.access >= 0 && !may_alias(graph, graph.accesses[earlier.access], access)) return;
  waits.push_back({earlier.node, earlier.writes ? GraphEdge::Kind::after : GraphEdge::Kind::with});
}

}  // namespace

bool may_alias(const Graph& graph, const GraphAccess& a, const GraphAccess& b) {
  if (a.shape >= 0 && a.shape == b.shape) return a.first_index == b.first_index;
  for (int d = 0; d < a.rank; ++d) {
    const Linear& x = graph.indices[a.first_index + d];
    const Linear& y = graph.indices[b.first_index + d];
    if (!x.opaque && !y.opaque && x.same_terms(y) && x.constant != y.constant) return false;
  }
  return true;
}

void AccessLog::clear(std::size_t arrays) {
  arrays_.assign(arrays, {});
  last_event_.clear();
}

void AccessLog::note(int array, bool writes) {
  AccessSummary& summary = arrays_[array].summary;
  summary.array = array;
  (writes ? summary.writes : summary.reads) = true;
}

bool AccessLog::is_stored(int array) const {
  const std::vector<Event>& all = events(array);
  return std::any_of(all.begin(), all.end(), [](const Event& event) { return event.writes; });
}

int AccessLog::find_shape(const Graph& graph, int array, int first_index, int rank) {
  const Linear* index = graph.indices.data() + first_index;
  if (std::any_of(index, index + rank, [](const Linear& i) { return i.opaque; })) return -1;
  std::vector<int>& shapes = arrays_[array].shapes;
  for (std::size_t n = 0; n < shapes.size(); ++n) {
    const Linear* known = graph.indices.data() + shapes[n];
    if (std::equal(index, index + rank, known, [](const Linear& a, const Linear& b) { return a.same_terms(b); }))
      return static_cast<int>(n);
  }
  shapes.push_back(first_index);
  return static_cast<int>(shapes.size()) - 1;
}

void AccessLog::record(const Graph& graph, int array, Event event) {
  ArrayLog& log = arrays_[array];
  const GraphAccess* access = event.access >= 0 ? &graph.accesses[event.access] : nullptr;
  const int number = static_cast<int>(log.events.size());
  if (access) {
    int& last = last_event_.try_emplace(element_key(array, access->first_index), -1).first;
    event.previous = std::exchange(last, number);
  }
  if (!access || access->shape != 0) log.mixed = true;
  log.ordering = log.ordering || event.writes || event.call;
  log.index.add(number, access, graph.indices);
  log.events.push_back(std::move(event));
}

void AccessLog::drop(int array, int node) {
  for (Event& event : arrays_[array].events) {
    if (event.node == node) event.node = event.access = -1;
  }
}

void AccessLog::forget(int array) {
  arrays_[array].events.clear();
  arrays_[array].index = {};
}

void AccessLog::order(const Graph& graph, const MemoryView& memory, const GraphAccess& access,
                      std::vector<GraphEdge>& waits, int except) {
  ArrayLog& log = arrays_[access.array];
  const auto add = [&](const Event& earlier) {
    if (earlier.node >= 0 && earlier.node != except) add_edge(earlier, graph, memory, access, waits);
  };
  if (!log.mixed && access.shape == 0) {
    // All accesses have the same shape: only those to the same element conflict.
    const int* last = last_event_.find(element_key(access.array, access.first_index));
    for (int n = last ? *last : -1; n >= 0; n = log.events[n].previous) add(log.events[n]);
    return;
  }
  if (!access.writes && !log.ordering) return;  // reads wait for no reads
  for (const int n : log.index.find(access, graph.indices)) add(log.events[n]);
}

bool AccessLog::may_be_overwritten(const Graph& graph, int array, int first_index) {
  ArrayLog& log = arrays_[array];
  if (!log.mixed) return false;  // elements of one shape are the same or different ones
  const int* last = last_event_.find(element_key(array, first_index));
  if (!last || *last < 0 || log.events[*last].access < 0) return false;
  const GraphAccess& access = graph.accesses[log.events[*last].access];
  const std::vector<int>& meeting = log.index.find(access, graph.indices);
  return std::any_of(meeting.begin(), meeting.end(), [&](int n) {
    const Event& later = log.events[n];
    return n > *last && later.writes && !later.call && later.access >= 0 &&
           may_alias(graph, graph.accesses[later.access], access);
  });
}

namespace {

/// Marks the registers that an index can select, given by its range and a common divisor: of 1, 17, 33 and 49 all from
/// 1 to 49, of 2, 18, 34 and 50 the even ones (2025.1: multiplexers of 49 and of 25 inputs).
void mark_registers(std::vector<int>::const_iterator begin, std::vector<int>::const_iterator end,
                    std::vector<char>& used) {
  int divisor = 0;
  for (auto at = begin; at != end; ++at) divisor = std::gcd(divisor, *at);
  const auto [first, last] = std::minmax_element(begin, end);
  for (int n = *first; divisor > 0 && n <= *last; n += divisor) used[n] = 1;
  if (*first == 0) used[0] = 1;
}

/// Finds the banks of an array that the block accesses, ascending.
std::vector<int> find_used_banks(const Graph& graph, const MemoryView& memory, int array) {
  std::vector<char> used(static_cast<std::size_t>(memory.banks));
  for (const GraphAccess& access : graph.accesses) {
    if (access.array != array) continue;
    const auto begin = graph.banks.begin() + access.first_bank, end = begin + access.banks;
    if (memory.kind == MemoryView::Kind::registers)
      mark_registers(begin, end, used);
    else
      std::for_each(begin, end, [&](int bank) { used[bank] = 1; });
  }
  std::vector<int> banks;
  banks.reserve(std::count(used.begin(), used.end(), 1));
  for (std::size_t bank = 0; bank < used.size(); ++bank) {
    if (used[bank]) banks.push_back(static_cast<int>(bank));
  }
  return banks;
}

}  // namespace

std::vector<AccessSummary> summarize_accesses(const AccessLog& log) {
  std::vector<AccessSummary> all;
  for (std::size_t n = 0; n < log.arrays(); ++n) {
    const AccessSummary& summary = log.summary(static_cast<int>(n));
    if (summary.array >= 0) all.push_back(summary);
  }
  return all;
}

std::vector<AccessSummary> summarize_iteration(const Graph& graph, const std::vector<MemoryView>& memories,
                                               const AccessLog& log) {
  std::vector<char> accessed(log.arrays());
  for (const GraphAccess& access : graph.accesses) {
    if (graph.is_live(access)) accessed[access.array] = 1;
  }
  std::vector<AccessSummary> all = summarize_accesses(log);
  for (AccessSummary& summary : all) {
    const MemoryView& memory = memories[summary.array];
    if (memory.banks > 1) summary.banks = find_used_banks(graph, memory, summary.array);
  }
  std::erase_if(all, [&](const AccessSummary& summary) {
    return !accessed[summary.array] && memories[summary.array].kind == MemoryView::Kind::memory;
  });
  return all;
}

}  // namespace pom::dse::estimate
