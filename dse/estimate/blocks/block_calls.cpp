#include "dse/estimate/blocks/block_builder.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <unordered_map>

/// Calls of other modules in a block.
namespace pom::dse::estimate {

int BlockBuilder::add_delay(int latency, std::vector<GraphEdge> waits) {
  GraphNode node;
  node.op = OpKind::unknown;
  node.latency = latency;
  return static_cast<int>(graph_.add_node(node, waits));
}

namespace {

/// States of a burst request before the loop, and of its acknowledgement after the loop.
constexpr int request_latency = 7, acknowledge_latency = 4;

/// Tells whether two modules access disjoint banks of a memory, so that they may run concurrently.
bool are_disjoint(const std::vector<int>& a, const std::vector<int>& b) {
  if (a.empty() || b.empty()) return false;
  std::vector<int> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.empty();
}

}  // namespace

/// Waits for earlier modules on the channel: a bundle serves one module at a time.
void BlockBuilder::wait_for_channel(int channel, std::vector<GraphEdge>& waits) const {
  for (std::size_t n = 0; n < events_.size(); ++n) {
    if (view_.memories[n].kind != MemoryView::Kind::bus || view_.memories[n].channel != channel) continue;
    for (const MemoryEvent& earlier : events_[n]) {
      if (earlier.call) waits.push_back({earlier.node, GraphEdge::Kind::after});
    }
  }
}

/// Waits for the block's own reads over the channel: they are requested before a module's burst.
void BlockBuilder::wait_for_requests(int channel, std::vector<GraphEdge>& waits) const {
  for (std::size_t n = 0; n < events_.size(); ++n) {
    if (view_.memories[n].kind != MemoryView::Kind::bus || view_.memories[n].channel != channel) continue;
    for (const MemoryEvent& earlier : events_[n]) {
      if (earlier.node >= 0 && !earlier.call && !earlier.writes) waits.push_back({earlier.node, GraphEdge::Kind::with});
    }
  }
}

/// Adds the loads and loop-invariant operations that a loop requires before it starts.
void BlockBuilder::add_invariants(const Surroundings& around, std::vector<GraphEdge>& waits) {
  std::unordered_map<int, int> loads;  // nodes by HoistedLoad::number; loads that left outer loops too are missing
  for (const HoistedLoad& load : around.hoisted) {
    waits.push_back({load_before(load), GraphEdge::Kind::value});
    loads[load.number] = waits.back().from;
  }
  std::vector<int> operations;
  for (const InvariantOperation& invariant : around.invariants) {
    std::vector<GraphEdge> operands;
    for (const int load : invariant.loads) {
      if (const auto at = loads.find(load); at != loads.end()) operands.push_back({at->second, GraphEdge::Kind::value});
    }
    for (const int n : invariant.operations) operands.push_back({operations[n], GraphEdge::Kind::value});
    operations.push_back(static_cast<int>(graph_.add_node(invariant.node, operands)));
    waits.push_back({operations.back(), GraphEdge::Kind::value});
  }
}

/// Adds the order between a new call and earlier accesses to one array.
void BlockBuilder::wait_for_accesses(const AccessSummary& summary, std::vector<GraphEdge>& waits) const {
  const auto array = static_cast<std::size_t>(summary.array);
  const MemoryView& memory = view_.memories[array];
  // A memory's ports belong to one module at a time; wires and registers have any number of readers.
  const bool exclusive = memory.kind == MemoryView::Kind::memory && memory.ports < (1 << 19) && !memory.read_copies;
  // A scalar variable is passed by value, so that later accesses to its name do not conflict.
  const bool is_value = memory.kind == MemoryView::Kind::variable;
  for (const MemoryEvent& before : events_[array]) {
    if (before.node < 0 || is_value) continue;
    // Modules that write the same array behind the design's ports take turns, even for different banks (2025.1, two
    // designs).
    const bool writes_port = memory.outside && summary.writes && before.writes;
    if (before.call && !writes_port && are_disjoint(before.banks, summary.banks)) continue;
    if (summary.writes || before.writes || exclusive) waits.push_back({before.node, GraphEdge::Kind::after});
  }
  if (memory.kind == MemoryView::Kind::bus) wait_for_channel(memory.channel, waits);
  const Variable& variable = variables_[array];
  if (summary.reads && variable.value >= 0) waits.push_back({variable.value, GraphEdge::Kind::value});
}

/// Records what a call does to one array.
void BlockBuilder::record_call(int node, const AccessSummary& summary) {
  const auto array = static_cast<std::size_t>(summary.array);
  if (summary.writes) {
    // Later accesses are ordered after this call only, and known values of the array's elements are stale.
    for (Cell& cell : cells_) {
      if (cell.array == summary.array) cell.value = cell.store = cell.pending = -1;
    }
    if (summary.banks.empty()) {
      events_[array].clear();
      event_index_[array] = {};
    }
    mixed_[array] = true;
    if (view_.memories[array].kind == MemoryView::Kind::variable) {
      // An unused result takes no state.
      GraphNode result;
      result.role = Role::source;
      result.bits = view_.function.arrays[array].element.bits;
      variables_[array].value = static_cast<int>(graph_.add_node(result, {{node, GraphEdge::Kind::after}}));
      variables_[array].written = true;
    }
  }
  record_event(summary.array, {node, summary.writes, true, -1, -1, summary.banks});
  if (summary.reads) see(summary.array, false);
  if (summary.writes) see(summary.array, true);
}

int BlockBuilder::add_call(int callee, const std::vector<AccessSummary>& accesses, const Surroundings& around,
                           int earlier) {
  std::vector<GraphEdge> waits;
  if (earlier >= 0) waits.push_back({earlier, GraphEdge::Kind::after});
  add_invariants(around, waits);
  for (const Burst& burst : around.bursts) {
    std::vector<GraphEdge> free;
    const int channel = view_.memories[burst.array].channel;
    wait_for_channel(channel, free);
    wait_for_requests(channel, free);
    waits.push_back(
        {add_delay(burst.writes ? 0 : request_latency + view_.memories[burst.array].bus_latency, std::move(free)),
         GraphEdge::Kind::after});
  }
  for (const AccessSummary& summary : accesses) wait_for_accesses(summary, waits);
  GraphNode node;
  node.role = Role::call;
  node.latency = 1;
  node.callee = callee;
  const int n = static_cast<int>(graph_.add_node(node, waits));
  for (const AccessSummary& summary : accesses) record_call(n, summary);
  for (const HoistedLoad& element : around.sunk) store_after(element, n);
  for (const Burst& burst : around.bursts) {
    if (burst.writes)
      add_delay(acknowledge_latency + view_.memories[burst.array].bus_latency, {{n, GraphEdge::Kind::after}});
  }
  return n;
}

namespace {

std::vector<Index> indices_of(const HoistedLoad& element) {
  std::vector<Index> indices;
  for (const Linear& linear : element.indices) {
    Index index;
    index.constant = linear.constant;
    index.opaque = linear.opaque;
    index.terms.assign(linear.terms.begin(), linear.terms.begin() + linear.count);
    indices.push_back(index);
  }
  return indices;
}

}  // namespace

int BlockBuilder::load_before(const HoistedLoad& element) { return load(element.array, indices_of(element)); }

void BlockBuilder::store_after(const HoistedLoad& element, int module) {
  GraphNode value;
  value.role = module < 0 ? Role::source : Role::operation;
  value.bits = element.bits;
  std::vector<GraphEdge> waits;
  if (module >= 0) waits.push_back({module, GraphEdge::Kind::after});
  const int n = static_cast<int>(graph_.add_node(value, waits));
  store(element.array, indices_of(element), n);
}

std::vector<AccessSummary> BlockBuilder::accesses() const {
  std::vector<AccessSummary> all;
  for (const AccessSummary& summary : seen_) {
    if (summary.array >= 0) all.push_back(summary);
  }
  return all;
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

}  // namespace

std::vector<AccessSummary> BlockBuilder::accesses_inside() const {
  std::vector<char> accessed(seen_.size());
  for (const GraphAccess& access : graph_.accesses) {
    if (graph_.is_live(access)) accessed[access.array] = 1;
  }
  std::vector<AccessSummary> all = accesses();
  for (AccessSummary& summary : all) {
    if (view_.memories[summary.array].banks == 1) continue;
    std::vector<char> used(static_cast<std::size_t>(view_.memories[summary.array].banks));
    for (const GraphAccess& access : graph_.accesses) {
      if (access.array != summary.array) continue;
      const auto banks = graph_.banks.begin() + access.first_bank;
      if (view_.memories[summary.array].kind == MemoryView::Kind::registers) {
        mark_registers(banks, banks + access.banks, used);
        continue;
      }
      for (int n = access.first_bank; n < access.first_bank + access.banks; ++n)
        used[static_cast<std::size_t>(graph_.banks[n])] = 1;
    }
    summary.banks.reserve(std::count(used.begin(), used.end(), 1));
    for (std::size_t bank = 0; bank < used.size(); ++bank) {
      if (used[bank]) summary.banks.push_back(static_cast<int>(bank));
    }
  }
  std::erase_if(all, [&](const AccessSummary& summary) {
    const auto n = static_cast<std::size_t>(summary.array);
    return !accessed[n] && view_.memories[n].kind == MemoryView::Kind::memory;
  });
  return all;
}

}  // namespace pom::dse::estimate
