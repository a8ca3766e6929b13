#include <algorithm>
#include <bit>

#include "dse/estimate/area/addresses.hpp"
#include "dse/estimate/area/bank_remainders.hpp"
#include "dse/estimate/blocks/block_builder.hpp"

/// Address computations: operations that an access waits for before its address is known.
namespace pom::dse::estimate {

namespace {

/// Latency in states of an address multiplication: a multiply-add block of the device has four stages.
constexpr int address_latency = 3;

bool moves_with(const Linear& index, const std::vector<RunningLoop>& loops) {
  return std::any_of(loops.begin(), loops.end(),
                     [&](const RunningLoop& loop) { return index.coefficient_of(loop.id) != 0; });
}

}  // namespace

/// Adds the delay of row · width + column: wires and adders if the width has one or two signed digits, otherwise a
/// multiplier.
void BlockBuilder::wait_for_address(int array, const Cell& cell, std::vector<GraphEdge>& waits) {
  const MemoryView& memory = view_.memories[array];
  if (memory.kind != MemoryView::Kind::memory) return;
  wait_for_banks(memory, cell, waits);
  if (pipelined_.loops.empty()) return;
  bool varies = false, multiplies = false;
  for (int d = 0; d + 1 < cell.rank; ++d) {
    const Linear& index = graph_.indices[cell.first_index + d];
    if (index.opaque) continue;
    varies = varies || moves_with(index, pipelined_.loops);
    // (c · rows + h) · width + w multiplies by one extent at a time.
    const std::int64_t extent = memory.dimensions[static_cast<std::size_t>(d) + 1].bank_extent;
    multiplies = multiplies || (varies && count_signed_digits(extent) > 2);
  }
  if (!multiplies) {
    const int levels = address_adders(memory, cell);
    if (levels > 0) waits.push_back({adder_node(levels, memory), GraphEdge::Kind::value});
    return;
  }
  if (address_ < 0) {
    GraphNode node;
    node.op = OpKind::mul;
    node.bits = 32;
    node.latency = address_latency;
    address_ = static_cast<int>(graph_.add_node(node, {}));
  }
  waits.push_back({address_, GraphEdge::Kind::value});
}

/// Adders in a row between the loops' counters and the address: a row that moves is a sum or difference of two shifted
/// values where the width is no power of two, the column joins it by one more, and so does what is added to an index.
int BlockBuilder::address_adders(const MemoryView& memory, const Cell& cell) const {
  int levels = 0;
  bool varies = false;
  for (int d = 0; d < cell.rank; ++d) {
    const Linear& index = graph_.indices[cell.first_index + d];
    const bool moves = !index.opaque && moves_with(index, pipelined_.loops);
    const bool wires = d == 0 || count_signed_digits(memory.dimensions[d].bank_extent) == 1;
    // Constants of rows fold into that of a column which stands still.
    const bool column_stands = d + 1 < cell.rank && graph_.indices[cell.first_index + d + 1].is_constant();
    const int own = moves && index.constant != 0 && !column_stands ? 1 : 0;
    levels = std::max(levels + (varies && !wires ? 1 : 0), own) + ((varies || moves) && !wires ? 1 : 0);
    varies = varies || moves;
  }
  return levels;
}

int BlockBuilder::adder_node(int levels, const MemoryView& memory) {
  const int bits = std::bit_width(static_cast<std::uint64_t>(memory.bank_words));
  const auto [known, fresh] = adders_.try_emplace({levels, bits}, -1);
  if (!fresh) return known->second;
  GraphNode node;
  node.op = OpKind::add;
  node.out_ns = static_cast<float>(
      std::min(levels * devices::find_operator(view_.target, devices::integer_key(OpKind::add, bits)).delay_ns,
               view_.target.budget_ns()));
  node.in_ns = node.out_ns;
  return known->second = static_cast<int>(graph_.add_node(node, {}));
}

/// Adds the delay of bank remainders that change in the loop; others are computed before the loop.
void BlockBuilder::wait_for_banks(const MemoryView& memory, const Cell& cell, std::vector<GraphEdge>& waits) {
  for (int d = 0; d < cell.rank; ++d) {
    const int number = cell.first_index + d;
    const Linear& index = graph_.indices[number];
    const MemoryView::Dimension& dimension = memory.dimensions[d];
    const BankDivision division = divide_by_banks(index, dimension, unrolling_, view_.target.version);
    const int bits = division.remainder_bits;
    if (bits == 0) continue;
    graph_.bank_divisions.resize(graph_.indices.size());
    graph_.bank_divisions[number] = division;
    if (moves_with(index, pipelined_.loops))
      waits.push_back({remainder_node(number, dimension.banks, bits), GraphEdge::Kind::value});
  }
}

int BlockBuilder::remainder_node(int index, std::int64_t banks, int bits) {
  const Linear& moved = graph_.indices[index];
  for (const Remainder& known : remainders_) {
    if (known.banks == banks && known.bits == bits && graph_.indices[known.index].same_terms(moved)) return known.node;
  }
  GraphNode node;
  node.op = OpKind::rem;
  node.bits = bits;
  node.latency = remainder_cost(view_.target, bits, banks).latency;
  remainders_.push_back({index, banks, bits, static_cast<int>(graph_.add_node(node, {}))});
  return remainders_.back().node;
}

}  // namespace pom::dse::estimate
