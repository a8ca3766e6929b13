#pragma once
#include <optional>
#include <set>
#include <vector>

#include "dse/estimate/compose/body.hpp"
#include "dse/estimate/compose/enclosing_loops.hpp"
#include "dse/estimate/compose/piece_estimate.hpp"
#include "dse/estimate/qor/options.hpp"

namespace pom::dse::estimate {

/// The estimate of a called function, as its callers need it.
struct CalleeEstimate {
  Cycles latency, interval, drain;
  Cycles first_output;       ///< cycles from the start until an output stream gets its first element
  bool is_pipeline = false;  ///< the function consists of one pipelined loop
  Usage usage;
  Resources memories;                     ///< memories of the callee's own arrays
  Resources resources;                    ///< total of one instance, including its memories
  std::vector<AccessSummary> parameters;  ///< accesses by parameter: AccessSummary::array is the position
  std::vector<std::int64_t> more_ports;   ///< by position: ports of a bank in simultaneous use, besides the first
};

/// State that all functions of one estimate share.
struct EstimateState {
  const Kernel& kernel;
  const devices::Target& target;
  const EstimateOptions& options;
  std::vector<std::optional<CalleeEstimate>> callees;  ///< by function
  Qor qor;
};

/// Estimates one function: its loops and blocks in program order.
class FunctionEstimator {
 public:
  FunctionEstimator(EstimateState& state, int function);
  CalleeEstimate estimate();

 private:
  /// Estimates a body as a module of its own.
  PieceEstimate run_module(const std::vector<Node>&);
  using Groups = std::vector<std::vector<Node>>;  ///< the nodes of each process
  PieceEstimate run_processes(const Groups&);
  PieceEstimate run_process(const std::vector<Node>& group);
  /// Estimates a loop whose iterations are runs of a dataflow region.
  PieceEstimate run_region_loop(const Loop&);
  PieceEstimate run_pipeline(const FlatNest&);
  void add_nodes(Body&, const std::vector<Node>&);
  void add_loop(Body&, const Loop&);
  void add_branch(Body&, const Branch&);
  /// Adds a branch of which only one side is executed.
  void add_sides(Body&, const Branch&);
  void add_call(Body&, const Call&);
  void add_unrolled(Body&, const Loop&);
  /// Adds a loop that is not pipelined: one iteration starts when the previous one is done.
  void add_sequential_loop(Body&, const Loop&);
  void add_module(Body&, PieceEstimate);

  EstimateState& state_;
  const Function& function_;
  FunctionView view_;
  Unrolling unrolling_;
  EnclosingLoops enclosing_;
  FunctionHardware hardware_;
  std::set<int> lent_;  ///< functions of one instance that have been called
};

}  // namespace pom::dse::estimate
