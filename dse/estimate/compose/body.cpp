#include "dse/estimate/compose/body.hpp"

#include <utility>

#include "dse/estimate/area/addresses.hpp"
#include "dse/estimate/area/operators.hpp"
#include "dse/estimate/schedule/schedule.hpp"

namespace pom::dse::estimate {

void Body::add_module(PieceEstimate module) {
  drain_ = module.drain;
  int earlier = -1;
  for (const PieceEstimate& before : modules_) {
    if (module.shared_function >= 0 && before.shared_function == module.shared_function) earlier = before.node;
  }
  module.node = block_.add_call(static_cast<int>(modules_.size()), module.accesses, module.around, earlier);
  modules_.push_back(std::move(module));
}

void Body::close_block() {
  ScheduleLimits limits;
  limits.budget_ns = view_.target.budget_ns();
  settle_banks(graph_, view_.memories, unrolling_);
  settle_words(graph_, view_.memories);
  note_loop_strides(graph_, unrolling_);
  const BlockSchedule schedule = schedule_block(graph_, view_.memories, limits);
  const std::vector<Expression>& expressions = view_.function.expressions;
  const Usage own = measure_block(graph_, schedule, view_.costs, expressions, view_.memories, view_.target, 0);
  usage_.add_sequential(own);
  hardware_.add_block(graph_, schedule);
  for (const PieceEstimate& module : modules_) hardware_.add_module(module.accesses);
  std::vector<Cycles> waits(static_cast<std::size_t>(schedule.states) + 1);
  std::vector<Usage> running(waits.size());
  for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
    const GraphNode& node = graph_.nodes[n];
    if (node.role != Role::call) continue;
    const auto wait = static_cast<std::size_t>(schedule.start[n] + 1);
    const PieceEstimate& module = modules_[node.callee];
    waits[wait] = longer(waits[wait], module.latency);
    if (running[wait].operators.empty())
      running[wait].operators = operators_beside(own, graph_, schedule, view_.costs, expressions, schedule.start[n]);
    running[wait].add_concurrent(module.usage);
  }
  Cycles cycles = Cycles::of(schedule.states);
  for (const Cycles& wait : waits) cycles += wait;
  for (const Usage& usage : running) usage_.add_sequential(usage);
  total_ += cycles;
  merge_accesses(accesses_, block_.accesses());
  block_.clear();
  modules_.clear();
}

void Body::add_parts(const Body& other) {
  usage_.add_sequential(other.usage_);
  merge_accesses(accesses_, other.accesses_);
}

PieceEstimate Body::finish() {
  close_block();
  PieceEstimate module;
  module.latency = module.interval = total_ + Cycles::of(-1);
  module.drain = drain_;
  module.usage = std::move(usage_);
  module.accesses = std::move(accesses_);
  return module;
}

}  // namespace pom::dse::estimate
