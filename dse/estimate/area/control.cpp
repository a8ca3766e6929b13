#include "dse/estimate/area/control.hpp"

#include <algorithm>

#include "dse/estimate/area/registers.hpp"
#include "dse/estimate/qor/cycles.hpp"
#include "dse/kernel/trip_counts.hpp"

namespace pom::dse::estimate {

namespace {

/// Resources of the module "flow_control_loop_pipe_sequential_init" that every pipelined loop has: 2 FF, 9 LUT.
constexpr double flow_control_lut = 9, flow_control_ff = 2;

int bits_to_count(std::int64_t trip) {
  int bits = 1;
  while ((std::int64_t{1} << bits) <= trip && bits < 62) ++bits;
  return bits;
}

double lut_of(OpKind op, int bits, const devices::Target& target) {
  return devices::find_operator(target, devices::integer_key(op, bits)).reported_lut;
}

/// Computes the LUTs of i + 1 and of the comparison with the bound.
double step_lut(int bits, const devices::Target& target) {
  return lut_of(OpKind::add, bits, target) + lut_of(OpKind::eq, bits, target);
}

/// Adds the counters of a flattened nest: one for all iterations and one for each loop; a loop that ends advances the
/// next outer one. From three loops on, each inner loop but the innermost is selected twice, and has a counter for the
/// iterations inside it.
void add_flattened_control(Usage& usage, const std::vector<std::int64_t>& trips, int all_bits,
                           const devices::Target& target) {
  const double choose = devices::multiplexer_lut(target, 2, 1);
  const auto loops = static_cast<int>(trips.size());
  usage.control_ff += all_bits;
  std::int64_t inside = 1;
  for (int n = loops - 1; n >= 0; --n) {
    const std::int64_t trip = trips[n];
    const int bits = bits_to_count(trip);
    inside = counted_product(inside, std::max<std::int64_t>(trip, 1));
    const int group = bits_to_count(inside);
    usage.control_lut += lut_of(OpKind::add, bits, target) + std::max(bits, 2) + 2 * choose;
    if (n > 0) usage.control_lut += lut_of(OpKind::eq, group, target);
    if (n == 0 || n == loops - 1) continue;
    usage.control_lut += std::max(bits, 2) + lut_of(OpKind::add, group, target) + group + choose;
    usage.control_ff += group;
  }
  constexpr int gate = 2;
  const int pairs = (loops - 1) * (loops - 2) / 2;
  usage.control_lut += gate * (2 * pairs + loops - 2);
}

/// States by which each flattened loop beyond the third delays the first load. A chain of comparisons from the
/// outermost loop inwards determines which loops restart. In the schedule of a convolution of six loops (POM's VGG-16,
/// 2022.2), each loop from the third on takes a state, its index two more, and the first load is six states after that
/// of a nest of three, which needs a single state.
constexpr int states_per_loop = 2;

/// Adds two flags for each loop but the outermost and innermost, which wait for the first loads: that the loop
/// restarts, and that a loop around it does (the same modules of POM's VGG-16: eight shift registers of 64 FF besides
/// those of addresses).
void add_counting(Usage& usage, std::size_t loops) {
  const int states = counting_states(loops);
  if (states == 0) return;
  const RegisterCount flag = registers_of(1, states, 1);
  const double flags = 2 * static_cast<double>(loops - 2);
  usage.register_ff += flags * flag.ff;
  usage.register_lut += flags * flag.lut;
}

}  // namespace

int counting_states(std::size_t loops) {
  return loops > loops_at_once ? states_per_loop * static_cast<int>(loops - loops_at_once) : 0;
}

Usage measure_loop_control(const LoopControl& loop, const devices::Target& target) {
  Usage usage;
  usage.control_lut = flow_control_lut;
  usage.control_ff = flow_control_ff;
  const double choose = devices::multiplexer_lut(target, 2, 1);
  std::int64_t all = 1;
  for (const std::int64_t trip : loop.trips) {
    all = counted_product(all, std::max<std::int64_t>(trip, 1));
    usage.control_ff += bits_to_count(trip);
  }
  // The counter is set to its first value or held, by two multiplexers.
  usage.control_lut += step_lut(bits_to_count(all), target) + 2 * choose;
  if (loop.trips.size() > 1) add_flattened_control(usage, loop.trips, bits_to_count(all), target);
  add_counting(usage, loop.trips.size());
  // Each stage has one bit for being busy, and one for having seen the last iteration.
  const std::int64_t stages = (loop.states + loop.interval - 1) / loop.interval;
  usage.control_ff += static_cast<double>(stages - 1) + static_cast<double>(std::max<std::int64_t>(stages - 2, 0));
  if (loop.states > 1) usage.control_lut += choose + 2;
  if (loop.interval > 1) {
    usage.control_ff += static_cast<double>(loop.interval) - 1;
    usage.control_lut +=
        devices::multiplexer_lut(target, static_cast<int>(std::min<std::int64_t>(loop.interval + 1, 1 << 20)), 1);
  }
  return usage;
}

Usage measure_function_control(const FunctionControl& function, const devices::Target& target) {
  Usage usage;
  // States are one-hot encoded; every module has a start bit.
  usage.control_ff = static_cast<double>(function.states + function.modules);
  usage.control_lut =
      devices::multiplexer_lut(target, static_cast<int>(std::min<std::int64_t>(function.states + 1, 1 << 20)), 1) +
      2.0 * devices::multiplexer_lut(target, 2, 1);
  return usage;
}

Usage measure_counter(std::int64_t trip, const devices::Target& target) {
  Usage usage;
  const int bits = bits_to_count(trip);
  usage.control_ff = bits;
  usage.control_lut = step_lut(bits, target) + devices::multiplexer_lut(target, 2, bits);
  return usage;
}

}  // namespace pom::dse::estimate
