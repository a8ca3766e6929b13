#include <algorithm>
#include <cmath>

#include "dse/devices/tables/operator_parts.hpp"

namespace pom::dse::devices {

namespace {

/// Costs combinational logic, with pipeline registers if bind_op asks for some.
OperatorCost logic_of(int lut, double delay_ns, int bits, int bound_latency) {
  OperatorCost cost{.delay_ns = delay_ns, .lut = lut, .reported_lut = lut};
  if (bound_latency <= 0) return cost;
  cost.latency = bound_latency;
  cost.delay_ns = cost.delay_in_ns = delay_ns / (bound_latency + 1);
  cost.ff = cost.reported_ff = static_cast<int>(std::min<std::int64_t>(std::int64_t{bits} * bound_latency, 1 << 30));
  cost.estimated = true;
  return cost;
}

bool is_fabric(const OperatorKey& key) { return key.implementation == "fabric" || key.implementation == "nodsp"; }

int tiles(int bits, int port, int overhang) {
  // The ports are signed: every tile but the first covers one bit less than the port's width.
  if (bits <= port) return 1;
  return 1 + std::max(1, (bits - port - overhang + port - 2) / (port - 1));
}

/// Counts the DSPs of a product: it is covered with rectangles of wide_port x narrow_port, in the better orientation.
/// Products of two large operands are tiled with the narrow width in both directions.
int tiled_dsp(const MultiplierTable& table, int wider, int narrower, int result) {
  if (narrower >= table.large_bits) {
    const int step = table.narrow_port - 1;
    return ((wider + step - 1) / step) * ((narrower + step - 1) / step);
  }
  const auto count = [&](int a, int b) {
    return tiles(a, table.wide_port, table.overhang) * tiles(b, table.narrow_port, table.overhang);
  };
  const int all = std::min(count(wider, narrower), count(narrower, wider));
  // Of four tiles, the tile of both upper halves is not needed if the result is as narrow as an operand.
  return all == 4 && result <= wider ? 3 : all;
}

struct Widths {
  int wider, narrower, result;
};

Widths widths_of(const OperatorKey& key) {
  constexpr int most = 1 << 14;
  const int left = std::clamp(key.left_bits > 0 ? key.left_bits : key.type.bits, 1, most);
  const int right = std::clamp(key.right_bits > 0 ? key.right_bits : key.type.bits, 1, most);
  return {std::max(left, right), std::min(left, right), std::clamp(key.type.bits, 1, most)};
}

struct DspCount {
  int dsp;
  bool estimated;  ///< computed by the tiling rule, not seen in a report
};

DspCount dsp_of(const MultiplierTable& table, const Widths& w) {
  if (w.narrower <= table.fabric_width || w.wider <= table.fabric_wider) return {0, false};
  const std::array key = {w.wider, w.narrower, w.result};
  const auto found = std::lower_bound(table.seen.begin(), table.seen.end(), key,
                                      [](const Product& p, const auto& k) { return p.key() < k; });
  if (found != table.seen.end() && found->key() == key) return {found->dsp, false};
  return {tiled_dsp(table, w.wider, w.narrower, w.result), true};
}

/// Chooses the pipeline stages of a multiplier: one if it fits the budget, otherwise two, as in all but one of the
/// reports with more than one; three or more only if the second of two stages would not fit.
int multiplier_stages(const MultiplierTable& table, const Widths& w, double delay_ns, double budget) {
  if (delay_ns <= budget) return 1;
  if (w.narrower >= table.large_bits && table.pipelined_delay_ns <= budget) return table.large_stages;
  return 1 + static_cast<int>(std::clamp(std::ceil(table.pipelined_delay_ns / std::max(budget, 0.01)), 1.0, 64.0));
}

}  // namespace

int operand_bits(const OperatorKey& key) {
  const int widest = std::max(key.left_bits, key.right_bits);
  return std::clamp(widest > 0 ? widest : key.type.bits, 1, 1 << 14);
}

OperatorCost adder_cost(const Target& target, const OperatorKey& key) {
  const OperatorTable& table = tables_of(target).operators;
  const int bits = operand_bits(key);
  OperatorCost cost = logic_of(table.adder_lut.at(target.version).count_at(bits), table.adder_delay_ns.at(bits), bits,
                               key.bound_latency);
  // With bind_op impl=dsp, one DSP adds 48 bits.
  if (key.implementation == "dsp") {
    cost.dsp = (bits + 47) / 48;
    cost.lut = cost.reported_lut = 0;
    cost.estimated = true;
  }
  return cost;
}

OperatorCost compare_cost(const Target& target, const OperatorKey& key) {
  const OperatorTable& table = tables_of(target).operators;
  const int bits = operand_bits(key);
  return logic_of(table.compare_lut.at(target.version).count_at(bits),
                  table.compare_delay_ns.at(target.version).at(bits), 1, key.bound_latency);
}

OperatorCost logic_cost(const Target& target, int bits) {
  const int lut = std::max(bits, 2);
  return logic_of(lut, tables_of(target).operators.logic_delay_ns.at(bits), bits, -1);
}

OperatorCost select_cost(const Target& target, int bits) {
  return logic_of(std::max(bits, 2), tables_of(target).operators.select_delay_ns, bits, -1);
}

double register_delay_ns(const Target& target) { return tables_of(target).operators.register_delay_ns; }

OperatorCost shift_cost(const Target& target, const OperatorKey& key) {
  if (key.constant_operand) return {};
  const OperatorTable& table = tables_of(target).operators;
  const int bits = std::clamp(key.left_bits > 0 ? key.left_bits : key.type.bits, 1, 1 << 14);
  return logic_of(table.shift_lut.count_at(bits), table.shift_delay_ns.at(bits), bits, key.bound_latency);
}

OperatorCost multiplier_cost(const Target& target, const OperatorKey& key) {
  const MultiplierTable& table = tables_of(target).operators.multiplier;
  const Widths w = widths_of(key);
  OperatorCost cost;
  const DspCount count = is_fabric(key) ? DspCount{0, false} : dsp_of(table, w);
  cost.dsp = count.dsp;
  cost.estimated = count.estimated;
  const double delay = table.delay_ns.at(w.wider);
  const int stages =
      key.bound_latency >= 0 ? key.bound_latency + 1 : multiplier_stages(table, w, delay, target.budget_ns());
  cost.latency = stages - 1;
  cost.delay_ns = stages == 1 ? delay : std::min(delay, table.pipelined_delay_ns) / std::max(stages - 1, 1);
  cost.delay_in_ns = stages == 1 ? 0 : cost.delay_ns;
  if (cost.dsp == 0 && w.narrower > table.fabric_width && w.wider > table.fabric_wider) {
    // With bind_op impl=fabric, the product is an array of adders.
    cost.lut = static_cast<int>(std::min<std::int64_t>(std::int64_t{w.wider} * w.narrower * 11 / 10, 1 << 30));
    cost.estimated = true;
  } else {
    cost.lut = cost.dsp == 0 ? table.fabric_lut.count_at(w.wider)
                             : (stages == 1 ? table.lut : table.pipelined_lut).count_at(w.wider);
  }
  // Registers beyond the tool's own choice lie inside the DSPs and cost none outside.
  const bool inside = key.bound_latency > 0 && cost.dsp > 0;
  cost.ff = stages == 1 || inside ? 0 : table.pipelined_ff.count_at(w.wider);
  cost.reported_lut = cost.lut;
  cost.reported_ff = cost.ff;
  cost.shared = true;
  return cost;
}

OperatorCost divider_cost(const Target& target, const OperatorKey& key) {
  const DividerTable& table = tables_of(target).operators.divider;
  const int bits = std::clamp(key.left_bits > 0 ? key.left_bits : key.type.bits, 1, 1 << 12);
  const bool sequential = key.implementation == "seq";
  OperatorCost cost;
  cost.latency = (key.bound_latency >= 0 ? key.bound_latency + 1 : bits + table.stages_beyond_bits) - 1;
  cost.delay_ns = table.delay_ns;
  cost.delay_in_ns = cost.latency > 0 ? table.delay_ns : 0;
  cost.lut = (sequential ? table.sequential_lut : table.lut).count_at(bits);
  cost.ff = (sequential ? table.sequential_ff : table.ff).count_at(bits);
  cost.reported_lut = cost.lut;
  cost.reported_ff = cost.ff;
  cost.shared = true;
  cost.estimated = key.bound_latency >= 0;
  return cost;
}

OperatorCost chain(OperatorCost first, const OperatorCost& second) {
  // Two combinational parts share one stage; a pipelined part ends the path before it.
  if (first.latency == 0 && second.latency == 0) {
    first.delay_ns += second.delay_ns;
  } else {
    const double tail = second.latency == 0 ? first.delay_ns + second.delay_ns : second.delay_ns;
    first.delay_in_ns = first.latency == 0 ? first.delay_ns + second.delay_in_ns : first.delay_in_ns;
    first.delay_ns = tail;
  }
  first.latency += second.latency;
  first.dsp += second.dsp;
  first.lut += second.lut;
  first.ff += second.ff;
  first.reported_lut += second.reported_lut;
  first.reported_ff += second.reported_ff;
  first.shared = first.shared || second.shared;
  first.estimated = first.estimated || second.estimated;
  return first;
}

}  // namespace pom::dse::devices
