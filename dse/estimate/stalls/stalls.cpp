#include "dse/estimate/stalls/stalls.hpp"

#include <algorithm>

#include "dse/dataflow/depths.hpp"
#include "dse/estimate/frontend/prepare.hpp"
#include "dse/estimate/stalls/region.hpp"

namespace pom::dse::estimate {

namespace {

/// What the estimate says of loops, by their labels.
std::optional<LoopSchedule> find_estimate(const Qor& qor, const Function& function,
                                          const std::vector<const Loop*>& loops) {
  std::string label;
  for (const Loop* loop : loops) label += (label.empty() ? "" : "_") + loop->label;
  for (const LoopEstimate& loop : qor.loops) {
    if (loop.function != function.name || loop.label != label) continue;
    return LoopSchedule{loop.pipelined ? loop.interval : 0, loop.iteration_latency};
  }
  return std::nullopt;
}

FifoUse describe_fifo(const RegionNetwork& region, std::size_t channel) {
  const dataflow::Channel& fifo = region.network.channels[channel];
  FifoUse use;
  use.array = region.arrays[channel];
  use.bits = fifo.bits;
  use.copies = fifo.copies;
  use.depth = region.depths[channel];
  use.bram_18k = dataflow::memory_of_fifo(fifo.bits, use.depth).bram_18k * fifo.copies;
  return use;
}

Stalls run(const RegionNetwork& region) {
  Stalls stalls;
  for (std::size_t c = 0; c < region.network.channels.size(); ++c) stalls.fifos.push_back(describe_fifo(region, c));
  const dataflow::Timing timing = dataflow::simulate(region.network, region.depths);
  if (!timing.deadlock.empty()) {
    stalls.deadlock = dataflow::describe(region.network, timing.deadlock);
    return stalls;
  }
  stalls.latency = timing.latency;
  for (std::size_t p = 0; p < region.network.processes.size(); ++p) {
    const dataflow::Process& process = region.network.processes[p];
    stalls.processes.push_back({process.name, process.length, timing.stalls[p], timing.done[p]});
  }
  return stalls;
}

void size_fifos(const RegionNetwork& region, Stalls& stalls) {
  const dataflow::Sizing sizing = dataflow::size_fifos(region.network, dataflow::Keep::latency);
  if (!sizing.deadlock.empty()) return;
  stalls.least_latency = sizing.latency;
  for (std::size_t c = 0; c < stalls.fifos.size(); ++c) {
    FifoUse& use = stalls.fifos[c];
    use.least = sizing.depths[c];
    use.least_bram_18k = dataflow::memory_of_fifo(use.bits, use.least).bram_18k * use.copies;
  }
}

std::variant<RegionNetwork, std::string> estimated_region(const Kernel& kernel, const devices::Target& target,
                                                          const Qor& qor, const EstimateOptions& options) {
  return build_region(prepare_kernel(kernel, target, options),
                      [&](const Function& function, const std::vector<const Loop*>& loops) {
                        return find_estimate(qor, function, loops);
                      });
}

}  // namespace

std::variant<Stalls, std::string> find_run(const Kernel& kernel, const devices::Target& target, const Qor& qor,
                                           const EstimateOptions& options) {
  const auto built = estimated_region(kernel, target, qor, options);
  if (const auto* reason = std::get_if<std::string>(&built)) return *reason;
  return run(std::get<RegionNetwork>(built));
}

std::variant<Stalls, std::string> find_stalls(const Kernel& kernel, const devices::Target& target, const Qor& qor,
                                              const EstimateOptions& options) {
  const auto built = estimated_region(kernel, target, qor, options);
  if (const auto* reason = std::get_if<std::string>(&built)) return *reason;
  Stalls stalls = run(std::get<RegionNetwork>(built));
  size_fifos(std::get<RegionNetwork>(built), stalls);
  return stalls;
}

}  // namespace pom::dse::estimate
