#include "dse/estimate/stalls/stalls.hpp"

#include <algorithm>
#include <optional>

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

std::optional<std::int64_t> find_latency(const Qor& qor, const Function& function) {
  const auto known = std::find_if(qor.functions.begin(), qor.functions.end(),
                                  [&](const FunctionEstimate& one) { return one.name == function.name; });
  return known == qor.functions.end() ? std::nullopt : std::optional(known->latency_max);
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

/// By channel: depths that keep the latency, and that suffice in program order too; none: the network comes to no end.
std::optional<dataflow::Sizing> least_sizing(const RegionNetwork& region) {
  dataflow::Sizing sizing = dataflow::size_fifos(region.network, dataflow::Keep::latency);
  if (!sizing.deadlock.empty()) return std::nullopt;
  dataflow::Depths lanes;
  for (const std::size_t channel : region.channel_of) lanes.push_back(sizing.depths[channel]);
  lanes = dataflow::size_fifos(region.in_order, dataflow::Keep::progress, lanes).depths;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    std::int64_t& depth = sizing.depths[region.channel_of[lane]];
    depth = std::max(depth, lanes[lane]);
  }
  return sizing;
}

void size_fifos(const RegionNetwork& region, Stalls& stalls) {
  const std::optional<dataflow::Sizing> sizing = least_sizing(region);
  if (!sizing) return;
  stalls.least_latency = sizing->latency;
  for (std::size_t c = 0; c < stalls.fifos.size(); ++c) {
    FifoUse& use = stalls.fifos[c];
    use.least = sizing->depths[c];
    use.least_bram_18k = dataflow::memory_of_fifo(use.bits, use.least).bram_18k * use.copies;
  }
}

std::variant<RegionNetwork, std::string> estimated_region(const Kernel& kernel, const devices::Target& target,
                                                          const Qor& qor, const EstimateOptions& options) {
  return build_region(
      prepare_kernel(kernel, target, options),
      [&](const Function& function, const std::vector<const Loop*>& loops) {
        return find_estimate(qor, function, loops);
      },
      [&](const Function& function) { return find_latency(qor, function); });
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

std::map<std::string, std::int64_t> least_depths(const std::vector<FifoUse>& fifos) {
  constexpr std::int64_t register_depth = 2;  // costs no more than one place
  std::map<std::string, std::int64_t> depths;
  for (const FifoUse& fifo : fifos) {
    std::int64_t& depth = depths[fifo.array];
    depth = std::max({depth, fifo.least, register_depth});
  }
  return depths;
}

std::map<std::string, std::int64_t> find_least_depths(const Kernel& kernel, const devices::Target& target,
                                                      const Qor& qor) {
  auto built = estimated_region(kernel, target, qor, {});
  if (std::holds_alternative<std::string>(built)) built = build_region(prepare_kernel(kernel, target, {}), {});
  const auto* region = std::get_if<RegionNetwork>(&built);
  const std::optional<dataflow::Sizing> sizing = region ? least_sizing(*region) : std::nullopt;
  std::vector<FifoUse> fifos;
  for (std::size_t c = 0; sizing && c < region->arrays.size(); ++c) {
    fifos.push_back(describe_fifo(*region, c));
    fifos.back().least = sizing->depths[c];
  }
  return least_depths(fifos);
}

}  // namespace pom::dse::estimate
