#include "dse/estimate/bus_accesses.hpp"

namespace pom::dse {

namespace {

constexpr int address_bits = 64;
/// Requested, granted, delivered, and which word: flags of an access.
constexpr double flag_ff = 8;
/// Multiplexers before valid, address and ready of a channel.
constexpr int channel_multiplexers = 3;
/// An access of a burst finds its element in the next state.
constexpr int burst_latency = 1;

double address_lut(const Target& target) {
  OperatorKey key;
  key.op = OpKind::add;
  key.type = key.operand = integer_type(address_bits);
  key.left_bits = key.right_bits = address_bits;
  return find_operator(target, key).reported_lut + channel_multiplexers * multiplexer_lut(target, 2, 1);
}

}  // namespace

void add_bus_accesses(Usage& usage, const Graph& graph, const std::vector<MemoryView>& memories, const Target& target) {
  for (const GraphAccess& access : graph.accesses) {
    if (access.node < 0 || memories[static_cast<std::size_t>(access.array)].kind != MemoryView::Kind::bus) continue;
    const GraphNode& node = graph.nodes[static_cast<std::size_t>(access.node)];
    if (node.role == Role::load) usage.register_ff += node.bits;
    if (node.access < 0 || node.latency <= burst_latency) continue;
    usage.expression_lut += address_lut(target);
    usage.register_ff += address_bits + flag_ff;
  }
}

}  // namespace pom::dse
