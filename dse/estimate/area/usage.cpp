#include "dse/estimate/area/usage.hpp"

#include "dse/estimate/area/addresses.hpp"
#include "dse/estimate/area/bank_remainders.hpp"
#include "dse/estimate/area/bus_accesses.hpp"
#include "dse/estimate/area/multiplexers.hpp"
#include "dse/estimate/area/operators.hpp"
#include "dse/estimate/area/products.hpp"
#include "dse/estimate/area/registers.hpp"

namespace pom::dse::estimate {

std::vector<ResourceShare> share_out(const Usage& usage) {
  Resources operators, modules;
  for (const OperatorUse& use : usage.operators) {
    const auto instances = static_cast<double>(use.instances);
    operators += {instances * use.cost.dsp, instances * use.cost.reported_lut, instances * use.cost.reported_ff, 0, 0};
  }
  for (const ModuleUse& use : usage.modules) {
    modules += static_cast<double>(use.instances) * use.resources;
  }
  return {{"operators", operators},
          {"instances", modules},
          {"expressions", {usage.expression_dsp, usage.expression_lut, usage.expression_ff, 0, 0}},
          {"registers", {0, usage.register_lut, usage.register_ff, 0, 0}},
          {"multiplexers", {0, usage.multiplexer_lut, 0, 0, 0}},
          {"control", {0, usage.control_lut, usage.control_ff, 0, 0}},
          {"memories", usage.memories}};
}

Resources total(const Usage& usage) {
  Resources sum;
  for (const ResourceShare& share : share_out(usage)) sum += share.resources;
  return sum;
}

Usage measure_block(const Graph& graph, const BlockSchedule& schedule, const std::vector<devices::OperatorCost>& costs,
                    const std::vector<Expression>& expressions, const std::vector<MemoryView>& memories,
                    const devices::Target& target, int interval) {
  Usage usage;
  if (graph.nodes.empty()) return usage;
  add_operators(usage, graph, schedule, costs, expressions, target, interval);
  const std::vector<int> late = latest_starts(graph, schedule, costs, memories, target.budget_ns(), interval);
  const BlockRegisters registers = count_registers(graph, late, costs, memories, interval);
  add_products(usage, graph, schedule, costs, expressions, registers, target, interval);
  add_operand_multiplexers(usage, graph, registers, expressions, target);
  usage.register_ff += registers.ff;
  usage.register_lut += registers.lut;
  usage.multiplexer_lut += registers.carried * devices::multiplexer_lut(target, 2, 32);
  add_addresses(usage, graph, memories, late, target, interval);
  add_bank_remainders(usage, graph, memories, target);
  add_bus_accesses(usage, graph, memories, target, interval);
  add_bank_multiplexers(usage, graph, memories, target);
  add_port_multiplexers(usage, graph, memories, target, interval);
  return usage;
}

}  // namespace pom::dse::estimate
