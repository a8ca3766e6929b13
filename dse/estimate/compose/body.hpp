#pragma once
#include <vector>

#include "dse/estimate/area/memory_users.hpp"
#include "dse/estimate/blocks/block_builder.hpp"
#include "dse/estimate/compose/piece_estimate.hpp"

namespace pom::dse::estimate {

/// The estimate of a body while its statements are added: the totals of its closed blocks, and the open block with the
/// modules that it calls.
class Body {
 public:
  Body(const FunctionView& view, Unrolling& unrolling, FunctionHardware& hardware)
      : view_(view), unrolling_(unrolling), hardware_(hardware), block_(view, unrolling, graph_) {}

  BlockBuilder& block() { return block_; }
  /// Adds a call of a module to the open block.
  void add_module(PieceEstimate);
  const std::vector<PieceEstimate>& modules() const { return modules_; }
  /// Closes the block. It takes its states, and the latency of the modules that it waits for.
  void close_block();
  /// Adds what runs by itself behind the closed blocks.
  void add_cycles(const Cycles& cycles) { total_ += cycles; }
  /// Adds the hardware and the accesses of another body, whose blocks run before or after those of this one.
  void add_parts(const Body&);
  void add_usage(const Usage& usage) { usage_.add_sequential(usage); }
  /// Cycles of the closed blocks.
  const Cycles& total() const { return total_; }
  /// Closes the block, and returns the body as a module. Only the cycles to its first output are left open.
  PieceEstimate finish();

 private:
  const FunctionView& view_;
  Unrolling& unrolling_;
  FunctionHardware& hardware_;
  Graph graph_;
  BlockBuilder block_;
  std::vector<PieceEstimate> modules_;  ///< called in the open block, by GraphNode::callee
  Cycles total_, drain_;
  Usage usage_;
  std::vector<AccessSummary> accesses_;
};

}  // namespace pom::dse::estimate
