#include "dse/estimate/blocks/block_builder.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <unordered_map>

/// Other modules in a block.
namespace pom::dse {

int BlockBuilder::add_delay(int latency, std::vector<GraphEdge> waits) {
  GraphNode node;
  node.op = OpKind::unknown;
  node.latency = latency;
  return static_cast<int>(graph_.add_node(node, waits));
}

namespace {

/// States that a request for a burst takes before the loop, and its acknowledgement after.
constexpr int request_latency = 7, acknowledge_latency = 4;

}  // namespace

namespace {

/// Modules that use different banks of a memory run at once.
bool are_apart(const std::vector<int>& a, const std::vector<int>& b) {
  if (a.empty() || b.empty()) return false;
  std::vector<int> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.empty();
}

}  // namespace

/// A bundle serves one module at a time.
void BlockBuilder::wait_for_channel(int channel, std::vector<GraphEdge>& waits) const {
  for (std::size_t n = 0; n < touched_.size(); ++n) {
    if (view_.memories[n].kind != MemoryView::Kind::bus || view_.memories[n].channel != channel) continue;
    for (const Touched& earlier : touched_[n]) {
      if (earlier.call) waits.push_back({earlier.node, GraphEdge::Kind::after});
    }
  }
}

/// Elements that the block reads over the bundle are requested first.
void BlockBuilder::wait_for_requests(int channel, std::vector<GraphEdge>& waits) const {
  for (std::size_t n = 0; n < touched_.size(); ++n) {
    if (view_.memories[n].kind != MemoryView::Kind::bus || view_.memories[n].channel != channel) continue;
    for (const Touched& earlier : touched_[n]) {
      if (earlier.node >= 0 && !earlier.call && !earlier.writes) waits.push_back({earlier.node, GraphEdge::Kind::with});
    }
  }
}

/// What a loop needs from before: elements, and what is computed from values that it does not change.
void BlockBuilder::add_early(const Surroundings& around, std::vector<GraphEdge>& waits) {
  std::unordered_map<int, int> loads;  // nodes; those that left the loops around too are there
  for (const HoistedLoad& load : around.hoisted) {
    waits.push_back({load_before(load), GraphEdge::Kind::value});
    loads[load.number] = waits.back().from;
  }
  std::vector<int> operations;
  for (const EarlyOperation& early : around.early) {
    std::vector<GraphEdge> operands;
    for (const int load : early.loads) {
      if (const auto at = loads.find(load); at != loads.end()) operands.push_back({at->second, GraphEdge::Kind::value});
    }
    for (const int operation : early.operations) operands.push_back({operations[operation], GraphEdge::Kind::value});
    operations.push_back(static_cast<int>(graph_.add_node(early.node, operands)));
    waits.push_back({operations.back(), GraphEdge::Kind::value});
  }
}

int BlockBuilder::add_call(int callee, const std::vector<Touch>& touches, const Surroundings& around, int earlier) {
  std::vector<GraphEdge> waits;
  if (earlier >= 0) waits.push_back({earlier, GraphEdge::Kind::after});
  add_early(around, waits);
  for (const Burst& burst : around.bursts) {
    std::vector<GraphEdge> free;
    const int channel = view_.memories[burst.array].channel;
    wait_for_channel(channel, free);
    wait_for_requests(channel, free);
    waits.push_back({add_delay(burst.writes ? 0 : request_latency, std::move(free)), GraphEdge::Kind::after});
  }
  for (const Touch& touch : touches) {
    const auto array = static_cast<std::size_t>(touch.array);
    const MemoryView& memory = view_.memories[array];
    // A memory's ports belong to one module at a time; wires and registers can be read by many.
    const bool exclusive = memory.kind == MemoryView::Kind::memory && memory.ports < (1 << 19);
    // A variable is a value that is handed over: what else is done to its name does not matter.
    const bool is_value = memory.kind == MemoryView::Kind::variable;
    for (const Touched& before : touched_[array]) {
      if (before.node < 0 || is_value) continue;
      // Modules that write one array behind the design's ports take turns, whatever its banks (2025.1, two designs).
      const bool writes_port = memory.outside && touch.writes && before.writes;
      if (before.call && !writes_port && are_apart(before.banks, touch.banks)) continue;
      if (touch.writes || before.writes || exclusive) waits.push_back({before.node, GraphEdge::Kind::after});
    }
    if (memory.kind == MemoryView::Kind::bus) wait_for_channel(memory.channel, waits);
    Variable& variable = variables_[array];
    if (touch.reads && variable.value >= 0) waits.push_back({variable.value, GraphEdge::Kind::value});
  }
  GraphNode node;
  node.role = Role::call;
  node.latency = 1;
  node.callee = callee;
  const int n = static_cast<int>(graph_.add_node(node, waits));
  for (const Touch& touch : touches) {
    const auto array = static_cast<std::size_t>(touch.array);
    if (touch.writes) {
      // Everything before is behind this call, and what was known about the elements is stale.
      for (Cell& cell : cells_) {
        if (cell.array == touch.array) cell.value = cell.store = cell.pending = -1;
      }
      if (touch.banks.empty()) touched_[array].clear();
      mixed_[array] = true;
      if (view_.memories[array].kind == MemoryView::Kind::variable) {
        // What nobody asks for takes no state.
        GraphNode result;
        result.role = Role::source;
        result.bits = view_.function.arrays[array].element.bits;
        variables_[array].value = static_cast<int>(graph_.add_node(result, {{n, GraphEdge::Kind::after}}));
        variables_[array].written = true;
      }
    }
    record_touch(touch.array, {n, touch.writes, true, -1, -1, touch.banks});
    if (touch.reads) see(touch.array, false);
    if (touch.writes) see(touch.array, true);
  }
  for (const HoistedLoad& element : around.sunk) store_after(element, n);
  for (const Burst& burst : around.bursts) {
    if (burst.writes) add_delay(acknowledge_latency, {{n, GraphEdge::Kind::after}});
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

std::vector<Touch> BlockBuilder::touches() const {
  std::vector<Touch> all;
  for (const Touch& touch : seen_) {
    if (touch.array >= 0) all.push_back(touch);
  }
  return all;
}

namespace {

/// Which of many registers an index names is known by its range and by what divides it: of 1, 17, 33 and 49 all from 1
/// to 49, of 2, 18, 34 and 50 the even ones (2025.1: multiplexers of 49 and of 25 inputs).
void mark_registers(std::vector<int>::const_iterator begin, std::vector<int>::const_iterator end,
                    std::vector<char>& used) {
  int divisor = 0;
  for (auto at = begin; at != end; ++at) divisor = std::gcd(divisor, *at);
  const auto [first, last] = std::minmax_element(begin, end);
  for (int n = *first; divisor > 0 && n <= *last; n += divisor) used[n] = 1;
  if (*first == 0) used[0] = 1;
}

}  // namespace

std::vector<Touch> BlockBuilder::touches_inside() const {
  std::vector<char> accessed(seen_.size());
  for (const GraphAccess& access : graph_.accesses) {
    const bool there = access.node >= 0 && graph_.nodes[access.node].access >= 0;
    if (there) accessed[access.array] = 1;
  }
  std::vector<Touch> all = touches();
  for (Touch& touch : all) {
    if (view_.memories[touch.array].banks == 1) continue;
    std::vector<char> used(static_cast<std::size_t>(view_.memories[touch.array].banks));
    for (const GraphAccess& access : graph_.accesses) {
      if (access.array != touch.array) continue;
      const auto banks = graph_.banks.begin() + access.first_bank;
      if (view_.memories[touch.array].kind == MemoryView::Kind::registers) {
        mark_registers(banks, banks + access.banks, used);
        continue;
      }
      for (int n = access.first_bank; n < access.first_bank + access.banks; ++n)
        used[static_cast<std::size_t>(graph_.banks[n])] = 1;
    }
    touch.banks.reserve(std::count(used.begin(), used.end(), 1));
    for (std::size_t bank = 0; bank < used.size(); ++bank) {
      if (used[bank]) touch.banks.push_back(static_cast<int>(bank));
    }
  }
  std::erase_if(all, [&](const Touch& touch) {
    const auto n = static_cast<std::size_t>(touch.array);
    return !accessed[n] && view_.memories[n].kind == MemoryView::Kind::memory;
  });
  return all;
}

}  // namespace pom::dse
