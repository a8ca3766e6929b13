#include "dse/estimate/region.hpp"

#include <algorithm>

#include "dse/estimate/control.hpp"
#include "dse/estimate/dataflow.hpp"
#include "dse/estimate/loop_shape.hpp"
#include "dse/estimate/memories.hpp"
#include "dse/estimate/region_body.hpp"

namespace pom::dse {

namespace {

/// The statements do nothing but wait: a loop or call that makes up the whole module.
const Node* only_loop(const std::vector<Node>& body) {
  return body.size() == 1 && body.front().kind == Node::Kind::loop ? &body.front() : nullptr;
}

}  // namespace

/// An initializer of a memory is a loop over its elements, one in a cycle.
void FunctionEstimator::add_initial_values(Region& region) {
  for (std::size_t n = 0; n < function_.arrays.size(); ++n) {
    const Array& array = function_.arrays[n];
    if (!array.initialized || array.is_static || view_.memories[n].kind == MemoryView::Kind::stream ||
        array.shape.empty())
      continue;
    std::int64_t elements = 1;
    for (const std::int64_t extent : array.shape) elements *= std::max<std::int64_t>(extent, 1);
    PieceEstimate piece;
    piece.latency = piece.interval = Cycles::of(elements + 2);
    piece.touches.push_back({static_cast<int>(n), false, true});
    add_piece(region, std::move(piece));
  }
}

FunctionEstimator::Body FunctionEstimator::run_module(const std::vector<Node>& body) {
  Body module;
  const bool prepares =
      &body == &function_.body && std::any_of(function_.arrays.begin(), function_.arrays.end(),
                                              [](const Array& array) { return array.initialized && !array.is_static; });
  if (const Node* only = prepares ? nullptr : only_loop(body);
      only && !is_completely_unrolled(only->loop) && only->loop.trip.max > 0) {
    // A single pipelined loop that needs nothing from before is the module, not a module inside it.
    const Nest nest = find_nest(only->loop);
    if (!nest.loops.empty()) {
      PieceEstimate piece = pipeline_nest(nest);
      if (piece.around.hoisted.empty() && piece.around.sunk.empty() && piece.around.bursts.empty())
        return {piece.latency, piece.interval, piece.drain, std::move(piece.usage), std::move(piece.touches)};
      Region region(view_, unrolling_);
      add_piece(region, std::move(piece));
      const Cycles total = finish(region);
      return {total + Cycles::of(-1), total + Cycles::of(-1), region.drain, std::move(region.usage),
              std::move(region.touches)};
    }
  }
  Region region(view_, unrolling_);
  if (&body == &function_.body) add_initial_values(region);
  add_body(region, body);
  const Cycles total = finish(region);
  module.latency = module.interval = total + Cycles::of(-1);
  module.drain = region.drain;
  module.usage = std::move(region.usage);
  module.touches = std::move(region.touches);
  return module;
}

FunctionEstimator::Body FunctionEstimator::run_processes(const std::vector<Node>& body) {
  Body all;
  std::vector<Process> processes;
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment) continue;  // wires and registers between the processes
    Body module;
    if (node.kind == Node::Kind::call) {
      Region region(view_, unrolling_);
      add_call(region, node.call);
      PieceEstimate& piece = region.callees.back();
      module = {piece.latency, piece.interval, piece.drain, piece.usage, piece.touches};
    } else {
      module = run_module({node});
    }
    processes.push_back({module.latency, module.interval, module.drain, module.touches});
    all.usage.add_concurrent(module.usage);
    merge_touches(all.touches, module.touches);
    all.drain = module.drain;
  }
  const RegionTime time = time_processes(processes, view_);
  all.latency = time.latency;
  all.interval = time.interval;
  return all;
}

CalleeEstimate FunctionEstimator::estimate() {
  Body module = function_.dataflow ? run_processes(function_.body) : run_module(function_.body);
  CalleeEstimate result;
  result.latency = module.latency;
  result.interval = module.interval;
  result.drain = module.drain;
  result.usage = std::move(module.usage);
  for (std::size_t p = 0; p < function_.parameters.size(); ++p) {
    for (Touch touch : module.touches) {
      if (touch.array != function_.parameters[p]) continue;
      touch.array = static_cast<int>(p);
      result.parameters.push_back(touch);
    }
  }
  hardware_.keep_unread(function_);
  result.usage.add_sequential(hardware_.measure(view_.memories, state_.target));
  result.usage.multiplexer_lut += shared_units_lut(result.usage, state_.target);
  std::vector<MemoryUse> uses(function_.arrays.size());
  for (std::size_t n = 0; n < uses.size(); ++n)
    uses[n] = {hardware_.copies()[n], hardware_.dual()[n] != 0, hardware_.loaded()[n] != 0};
  result.memories = measure_memories(function_, view_.memories, uses, state_.target);
  std::vector<ResourceShare> shares = share_out(result.usage);
  shares.back().resources += result.memories;
  for (const ResourceShare& share : shares) result.resources += share.resources;
  state_.qor.functions.push_back({function_.name, result.latency.min, result.latency.max, result.interval.max,
                                  result.resources, std::move(shares)});
  return result;
}

}  // namespace pom::dse
