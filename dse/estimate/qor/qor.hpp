#pragma once
#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dse/estimate/qor/operator_use.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

struct Resources {
  double dsp = 0, lut = 0, ff = 0, bram_18k = 0, uram = 0;
  auto operator<=>(const Resources&) const = default;
  Resources& operator+=(const Resources&);
};
Resources operator+(Resources, const Resources&);
Resources operator-(Resources, const Resources&);
/// The resources of `count` equal parts.
Resources operator*(double count, const Resources&);
/// Of each resource the larger number.
Resources larger_of(const Resources&, const Resources&);

/// The resources of a function that have one cause: "operators", "memories", "multiplexers", "expressions",
/// "registers", "instances", "fifos", "interface" or "control".
struct ResourceShare {
  std::string cause;
  Resources resources;
};

/// What limits the initiation interval of a pipelined loop.
struct IntervalReason {
  enum class Kind { target, recurrence, ports };
  Kind kind = Kind::target;
  std::string array;  ///< recurrence: the array or variable it runs through; ports: the array that lacks them
  std::string text;   ///< one sentence for the user
};

struct LoopEstimate {
  std::string function, name, label;   ///< of a flattened nest: the names and labels of all its loops
  std::string innermost;               ///< label of the innermost loop of the nest
  std::int64_t trip = 0;               ///< trip count after flattening and unrolling: the most of all entries
  std::int64_t trip_min = 0;           ///< the least: fewer where loops around bound it
  double trip_average = 0;             ///< mean over all entries of the loop
  std::int64_t iteration_latency = 0;  ///< cycles
  std::int64_t interval = 0;           ///< achieved initiation interval in cycles; 0: not pipelined
  std::int64_t latency_min = 0, latency_max = 0;
  double latency_average = 0;  ///< mean over all entries of the loop
  std::size_t nested = 1;      ///< number of loops that are flattened into this one
  bool pipelined = false;
  IntervalReason reason;

  void set_trips(const TripCount& trips) {
    trip = trips.max;
    trip_min = trips.min;
    trip_average = trips.average;
  }
};

struct FunctionEstimate {
  std::string name;
  std::int64_t latency_min = 0, latency_max = 0, interval = 0;
  Resources resources;
  std::vector<ResourceShare> shares;  ///< `resources` by cause; modules that the function calls are "instances"
  double state_lut = 0;               ///< part of "control" for the function's own states, not for its loops
  std::string innermost;              ///< LoopEstimate::innermost of a pipelined nest, if the module is one
  /// Arrays that the module of a pipelined nest accesses at more than one port of a bank in one cycle.
  std::vector<std::string> wide;
  /// Operators of a pipelined nest's module; the function builds them and shares them among its modules.
  std::shared_ptr<const std::vector<OperatorUse>> operators;
};

/// Quality of results: what the vendor's tool is expected to report. Every number is an estimate.
struct Qor {
  std::int64_t latency_min = 0, latency_max = 0, interval = 0;  ///< cycles
  /// Mean latency in cycles of one run whose trip counts depend on outer loops. Lies between latency_min and
  /// latency_max, for which every loop always has its smallest or largest trip count.
  double latency_average = 0;
  Resources resources;
  std::vector<ResourceShare> shares;
  std::vector<LoopEstimate> loops;  ///< in program order, outer before inner
  std::vector<FunctionEstimate> functions;
  std::vector<std::string> remarks;  ///< notes on interpolated or assumed values
};

}  // namespace pom::dse::estimate
