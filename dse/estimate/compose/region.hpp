#pragma once
#include <set>
#include <string>
#include <vector>

#include "dse/estimate/area/memory_users.hpp"
#include "dse/estimate/area/usage.hpp"
#include "dse/estimate/blocks/block_builder.hpp"
#include "dse/estimate/qor/cycles.hpp"
#include "dse/estimate/qor/options.hpp"

namespace pom::dse {

/// What a module or a piece of a body turned out to be.
struct PieceEstimate {
  Cycles latency;
  Cycles interval;
  Cycles drain;  ///< depth of the last pipeline
  Cycles first_output;
  bool is_pipeline = false;
  Usage usage;
  std::vector<Touch> touches;
  Surroundings around;
  int shared_function = -1;  ///< a function of one instance
  int node = -1;             ///< of the call in its block
};

/// A pipelined nest: what it is to the block around it, to the function, and in the report.
struct NestEstimate {
  PieceEstimate piece;
  std::vector<PipelinePorts> ports;
  LoopEstimate loop;
  FunctionEstimate module;
};

/// What the estimate of one function needs to know about those that it calls.
struct CalleeEstimate {
  Cycles latency, interval, drain;
  Cycles first_output;       ///< from the start until a stream sees something
  bool is_pipeline = false;  ///< all that it does is one pipelined loop
  Usage usage;
  Resources memories;                    ///< of the callee's own arrays
  Resources resources;                   ///< of one instance, with its memories
  std::vector<Touch> parameters;         ///< by position: Touch::array is the position
  std::vector<std::int64_t> more_ports;  ///< by position: ports of a bank beside the first that it uses at once
};

/// The parts of an estimate that are shared by its pieces.
struct EstimateState {
  const Kernel& kernel;
  const Target& target;
  const EstimateOptions& options;
  std::vector<std::optional<CalleeEstimate>> callees;  ///< by function
  Qor qor;
};

/// One function: its loops and blocks in program order.
class FunctionEstimator {
 public:
  FunctionEstimator(EstimateState& state, int function);
  CalleeEstimate estimate();

 private:
  struct Region;
  enum class Side { before, after };
  /// Loops around the body that is being read, which run one iteration after the other.
  struct Enclosing {
    std::vector<const Loop*> loops;
    std::vector<char> written;               ///< by array
    std::vector<HoistedLoad> loads, stores;  ///< done once, before and after
    bool lets_out(const HoistedLoad&, Side) const;
  };
  struct Body {
    Cycles latency, interval, drain;
    Usage usage;
    std::vector<Touch> touches;
    Cycles first_output = {};
    bool is_pipeline = false;
  };
  struct Nest {
    std::vector<const Loop*> loops;  ///< outermost first; the last one is pipelined, the others run as one with it
  };

  /// A body as a module of its own.
  Body run_module(const std::vector<Node>&);
  using Groups = std::vector<std::vector<Node>>;  ///< the nodes of each process
  Body run_processes(const Groups&);
  Body run_process(const std::vector<Node>& group);
  /// A loop whose iterations are runs of a region.
  Body run_region_loop(const Loop&);
  void add_body(Region&, const std::vector<Node>&);
  void add_node(Region&, const Node&);
  void add_loop(Region&, const Loop&);
  void add_branch(Region&, const Branch&);
  void add_sides(Region&, const Branch&);
  void add_call(Region&, const Call&);
  void add_unrolled(Region&, const Loop&);
  void add_piece(Region&, PieceEstimate);
  void add_sequential_loop(Region&, const Loop&);
  /// A perfect nest whose loops are not pipelined runs as one loop too; outermost first.
  std::vector<const Loop*> find_sequential_nest(const Loop&) const;
  void leave_loops(std::vector<HoistedLoad>&, Side);
  PieceEstimate pipeline_nest(const Nest&);
  /// As the memo knows it, if there is one.
  NestEstimate recall_nest(const Nest&);
  NestEstimate estimate_nest(const Nest&);
  PieceEstimate run_nest_body(const Nest&, Graph&, std::vector<RunningLoop>&);
  Nest find_nest(const Loop&) const;
  Cycles close_block(Region&);
  Cycles finish(Region&);
  LoopEstimate describe(const Nest&, const PieceEstimate&, const TripCount& trip, std::int64_t iteration,
                        std::int64_t interval, IntervalReason) const;
  FunctionEstimate describe_module(const PieceEstimate&, const LoopEstimate&) const;
  /// The loop runs several times in its function.
  bool runs_again() const { return !enclosing_.empty() || copies_around_ > 0; }

  EstimateState& state_;
  const Function& function_;
  int number_;
  FunctionView view_;
  Unrolling unrolling_;
  std::vector<Enclosing> enclosing_;  ///< outermost first
  int copies_around_ = 0;             ///< completely unrolled loops around what is read
  FunctionHardware hardware_;
  std::set<int> lent_;  ///< functions of one instance that were called
};

}  // namespace pom::dse
