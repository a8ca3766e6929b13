#pragma once
#include <set>
#include <string>
#include <vector>

#include "dse/estimate/area/memory_users.hpp"
#include "dse/estimate/area/usage.hpp"
#include "dse/estimate/blocks/block_builder.hpp"
#include "dse/estimate/qor/cycles.hpp"
#include "dse/estimate/qor/options.hpp"

namespace pom::dse::estimate {

/// The estimate of a module or of a part of a body.
struct PieceEstimate {
  Cycles latency;
  Cycles interval;
  Cycles drain;  ///< cycles of the last pipeline's depth
  Cycles first_output;
  bool is_pipeline = false;
  Usage usage;
  std::vector<AccessSummary> accesses;
  Surroundings around;
  int shared_function = -1;  ///< the function, if all its calls share one instance; otherwise -1
  int node = -1;             ///< node of the call in its block
};

/// A pipelined nest: its effect on the enclosing block and the function, and its rows in the report.
struct NestEstimate {
  PieceEstimate piece;
  std::vector<PipelinePorts> ports;
  LoopEstimate loop;
  FunctionEstimate module;
};

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
  struct Region;
  enum class Side { before, after };
  /// Enclosing loops of the current body that run one iteration after the other.
  struct Enclosing {
    std::vector<const Loop*> loops;
    std::vector<char> written;               ///< by array
    std::vector<HoistedLoad> loads, stores;  ///< moved out of the loops: executed once, before or after them
    bool lets_out(const HoistedLoad&, Side) const;
  };
  struct Body {
    Cycles latency, interval, drain;
    Usage usage;
    std::vector<AccessSummary> accesses;
    Cycles first_output = {};
    bool is_pipeline = false;
  };
  struct Nest {
    std::vector<const Loop*> loops;  ///< outermost first; the last one is pipelined, the others are flattened into it
  };

  /// Estimates a body as a module of its own.
  Body run_module(const std::vector<Node>&);
  using Groups = std::vector<std::vector<Node>>;  ///< the nodes of each process
  Body run_processes(const Groups&);
  Body run_process(const std::vector<Node>& group);
  /// Estimates a loop whose iterations are runs of a dataflow region.
  Body run_region_loop(const Loop&);
  /// Does so where the loop stands among other statements.
  PieceEstimate run_region_as_module(const Loop&);
  void add_body(Region&, const std::vector<Node>&);
  void add_node(Region&, const Node&);
  void add_loop(Region&, const Loop&);
  void add_branch(Region&, const Branch&);
  void add_sides(Region&, const Branch&);
  void add_call(Region&, const Call&);
  void add_unrolled(Region&, const Loop&);
  void add_piece(Region&, PieceEstimate);
  void add_sequential_loop(Region&, const Loop&);
  /// Finds the loops of a perfect nest that are not pipelined but flattened, outermost first.
  std::vector<const Loop*> find_sequential_nest(const Loop&) const;
  void leave_loops(std::vector<HoistedLoad>&, Side);
  PieceEstimate pipeline_nest(const Nest&);
  /// Returns the estimate of the nest from the cache, if there is one, otherwise estimates it.
  NestEstimate recall_nest(const Nest&);
  NestEstimate estimate_nest(const Nest&);
  PieceEstimate run_nest_body(const Nest&, Graph&);
  Nest find_nest(const Loop&) const;
  Cycles close_block(Region&);
  Cycles finish(Region&);
  LoopEstimate describe(const Nest&, const PieceEstimate&, const TripCount& trip, std::int64_t iteration,
                        std::int64_t interval, IntervalReason) const;
  FunctionEstimate describe_module(const PieceEstimate&, const LoopEstimate&) const;
  /// Tells whether the current loop runs several times in its function.
  bool runs_again() const { return !enclosing_.empty() || copies_around_ > 0; }

  EstimateState& state_;
  const Function& function_;
  int number_;
  FunctionView view_;
  Unrolling unrolling_;
  std::vector<Enclosing> enclosing_;  ///< outermost first
  int copies_around_ = 0;             ///< number of completely unrolled loops around the current position
  FunctionHardware hardware_;
  std::set<int> lent_;  ///< functions of one instance that have been called
};

}  // namespace pom::dse::estimate
