#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace pom::dse {

struct Resources {
  double dsp = 0, lut = 0, ff = 0, bram_18k = 0, uram = 0;
  Resources& operator+=(const Resources&);
};

/// One share of a function's resources: "operators", "memories", "multiplexers", "expressions", "registers",
/// "instances", "fifos", "interface", "control".
struct ResourceShare {
  std::string cause;
  Resources resources;
};

/// Why a pipelined loop starts an iteration only every `interval` cycles.
struct IntervalReason {
  enum class Kind { target, recurrence, ports };
  Kind kind = Kind::target;
  std::string array;  ///< recurrence: through which array or variable; ports: whose
  std::string text;   ///< one sentence for the user
};

struct LoopEstimate {
  std::string function, name, label;   ///< of loops that run as one, the names and labels of all
  std::string innermost;               ///< the label of the innermost one of them
  std::int64_t trip = 0;               ///< after flattening and unrolling
  std::int64_t iteration_latency = 0;  ///< cycles
  std::int64_t interval = 0;           ///< achieved; 0: not pipelined
  std::int64_t latency_min = 0, latency_max = 0;
  double latency_average = 0;  ///< over its entries
  std::size_t nested = 1;      ///< loops that run as this one
  bool pipelined = false;
  IntervalReason reason;
};

struct FunctionEstimate {
  std::string name;
  std::int64_t latency_min = 0, latency_max = 0, interval = 0;
  Resources resources;
  std::vector<ResourceShare> shares;  ///< of `resources`; modules inside are "instances"
  double state_lut = 0;               ///< of "control": of the function's own states, not of its loops
};

/// Quality of results: what the vendor's tool is expected to report. Every number is an estimate.
struct Qor {
  std::int64_t latency_min = 0, latency_max = 0, interval = 0;  ///< cycles
  /// Cycles that a run takes when trip counts follow from loops around: between the least and the most, in which every
  /// loop always takes its smallest or largest trip count.
  double latency_average = 0;
  Resources resources;
  std::vector<ResourceShare> shares;
  std::vector<LoopEstimate> loops;  ///< in program order, outer before inner
  std::vector<FunctionEstimate> functions;
  std::vector<std::string> remarks;  ///< what was interpolated or assumed
};

}  // namespace pom::dse
