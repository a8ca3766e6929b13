#pragma once
#include <vector>

#include "dse/estimate/area/memory_users.hpp"
#include "dse/estimate/area/usage.hpp"
#include "dse/estimate/graph/surroundings.hpp"
#include "dse/estimate/qor/cycles.hpp"
#include "dse/estimate/qor/qor.hpp"

namespace pom::dse::estimate {

/// The estimate of a module or of a part of a body.
struct PieceEstimate {
  Cycles latency;
  Cycles interval;
  Cycles drain;         ///< cycles of the last pipeline's depth
  Cycles first_output;  ///< cycles from the start until an output stream gets its first element
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

}  // namespace pom::dse::estimate
