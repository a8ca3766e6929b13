#include "dse/estimate/hardware.hpp"

#include "dse/estimate/control.hpp"

namespace pom::dse {

void FunctionHardware::add_block(const Graph& graph, const BlockSchedule& schedule) {
  if (graph.nodes.empty()) return;
  states_ += schedule.states;
  std::vector<int> seen(ports_.size(), -1);
  for (const GraphAccess& access : graph.accesses) {
    if (access.node < 0 || graph.nodes[static_cast<std::size_t>(access.node)].access < 0) continue;
    const auto array = static_cast<std::size_t>(access.array);
    const int state = schedule.start[static_cast<std::size_t>(access.node)];
    // Two accesses of one state take two ports, each with its own multiplexer.
    if (seen[array] == state) continue;
    seen[array] = state;
    ++ports_[array].own;
  }
}

void FunctionHardware::add_module(const std::vector<Touch>& touches) {
  ++modules_;
  for (const Touch& touch : touches) {
    if (touch.array < 0) continue;
    PortUsers& users = ports_[static_cast<std::size_t>(touch.array)];
    ++(touch.writes ? users.writers : users.readers);
  }
}

Usage FunctionHardware::measure(const std::vector<MemoryView>& memories, const Target& target) const {
  Usage usage = measure_function_control({states_, modules_}, target);
  for (std::size_t n = 0; n < ports_.size(); ++n)
    usage.multiplexer_lut += shared_port_lut(memories[n], ports_[n], target);
  return usage;
}

}  // namespace pom::dse
