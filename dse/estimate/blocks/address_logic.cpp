#include "dse/estimate/blocks/address_logic.hpp"

#include <algorithm>
#include <bit>

#include "dse/estimate/area/addresses.hpp"
#include "dse/estimate/area/bank_remainders.hpp"

namespace pom::dse::estimate {

namespace {

/// Latency in states of an address multiplication: a multiply-add block of the device has four stages.
constexpr int address_latency = 3;

bool moves_with(const Linear& index, const std::vector<RunningLoop>& loops) {
  return std::any_of(loops.begin(), loops.end(),
                     [&](const RunningLoop& loop) { return index.coefficient_of(loop.id) != 0; });
}

/// Tells whether (c · rows + h) · width + w takes a multiplier: it multiplies by one extent at a time, and an extent of
/// one or two signed digits takes wires and adders.
bool takes_multiplier(const Graph& graph, const MemoryView& memory, const ArrayElement& element,
                      const std::vector<RunningLoop>& loops) {
  bool varies = false;
  for (int d = 0; d + 1 < element.rank; ++d) {
    const Linear& index = graph.indices[element.first_index + d];
    if (index.opaque) continue;
    varies = varies || moves_with(index, loops);
    const std::int64_t extent = memory.dimensions[static_cast<std::size_t>(d) + 1].bank_extent;
    if (varies && count_signed_digits(extent) > 2) return true;
  }
  return false;
}

/// Counts the adders in a row between the loops' counters and the address: a row that moves is a sum or difference of
/// two shifted values where the width is no power of two, the column joins it by one more, and so does what is added to
/// an index.
int address_adders(const Graph& graph, const MemoryView& memory, const ArrayElement& element,
                   const std::vector<RunningLoop>& loops) {
  int levels = 0;
  bool varies = false;
  for (int d = 0; d < element.rank; ++d) {
    const Linear& index = graph.indices[element.first_index + d];
    const bool moves = !index.opaque && moves_with(index, loops);
    const bool wires = d == 0 || count_signed_digits(memory.dimensions[d].bank_extent) == 1;
    // Constants of rows fold into that of a column which stands still.
    const bool column_stands = d + 1 < element.rank && graph.indices[element.first_index + d + 1].is_constant();
    const int own = moves && index.constant != 0 && !column_stands ? 1 : 0;
    levels = std::max(levels + (varies && !wires ? 1 : 0), own) + ((varies || moves) && !wires ? 1 : 0);
    varies = varies || moves;
  }
  return levels;
}

}  // namespace

void AddressLogic::clear() {
  adders_.clear();
  multiplier_ = -1;
  remainders_.clear();
}

void AddressLogic::wait_for_address(Graph& graph, const Unrolling& unrolling, const MemoryView& memory,
                                    const ArrayElement& element, std::vector<GraphEdge>& waits) {
  if (memory.kind != MemoryView::Kind::memory) return;
  wait_for_bank(graph, unrolling, memory, element, waits);
  if (loops_.empty()) return;
  if (takes_multiplier(graph, memory, element, loops_)) {
    waits.push_back({multiplier_node(graph), GraphEdge::Kind::value});
  } else if (const int levels = address_adders(graph, memory, element, loops_); levels > 0) {
    waits.push_back({adder_node(graph, levels, memory), GraphEdge::Kind::value});
  }
}

int AddressLogic::multiplier_node(Graph& graph) {
  if (multiplier_ >= 0) return multiplier_;
  GraphNode node;
  node.op = OpKind::mul;
  node.bits = 32;
  node.latency = address_latency;
  return multiplier_ = static_cast<int>(graph.add_node(node, {}));
}

int AddressLogic::adder_node(Graph& graph, int levels, const MemoryView& memory) {
  const int bits = std::bit_width(static_cast<std::uint64_t>(memory.bank_words));
  const auto [known, fresh] = adders_.try_emplace({levels, bits}, -1);
  if (!fresh) return known->second;
  GraphNode node;
  node.op = OpKind::add;
  node.out_ns = static_cast<float>(std::min(
      levels * devices::find_operator(target_, devices::integer_key(OpKind::add, bits)).delay_ns, target_.budget_ns()));
  node.in_ns = node.out_ns;
  return known->second = static_cast<int>(graph.add_node(node, {}));
}

/// Adds the delay of bank remainders that change in the loop; others are computed before the loop.
void AddressLogic::wait_for_bank(Graph& graph, const Unrolling& unrolling, const MemoryView& memory,
                                 const ArrayElement& element, std::vector<GraphEdge>& waits) {
  for (int d = 0; d < element.rank; ++d) {
    const int number = element.first_index + d;
    const Linear& index = graph.indices[number];
    const MemoryView::Dimension& dimension = memory.dimensions[d];
    const BankDivision division = divide_by_banks(index, dimension, unrolling, target_.version);
    const int bits = division.remainder_bits;
    if (bits == 0) continue;
    graph.bank_divisions.resize(graph.indices.size());
    graph.bank_divisions[number] = division;
    if (moves_with(index, loops_))
      waits.push_back({remainder_node(graph, number, dimension.banks, bits), GraphEdge::Kind::value});
  }
}

int AddressLogic::remainder_node(Graph& graph, int index, std::int64_t banks, int bits) {
  const Linear& moved = graph.indices[index];
  for (const Remainder& known : remainders_) {
    if (known.banks == banks && known.bits == bits && graph.indices[known.index].same_terms(moved)) return known.node;
  }
  GraphNode node;
  node.op = OpKind::rem;
  node.bits = bits;
  node.latency = remainder_cost(target_, bits, banks).latency;
  remainders_.push_back({index, banks, bits, static_cast<int>(graph.add_node(node, {}))});
  return remainders_.back().node;
}

}  // namespace pom::dse::estimate
