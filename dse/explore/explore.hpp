#pragma once
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dse/devices/tables/target.hpp"
#include "dse/estimate/qor/qor.hpp"
#include "dse/explore/goal.hpp"
#include "dse/explore/pareto.hpp"
#include "dse/explore/unit_space.hpp"
#include "dse/explore/watch.hpp"
#include "dse/transform/transform.hpp"
#include "dsl/model/function.hpp"
#include "support/result.hpp"

namespace pom::dse {

/// What the search may do and may use.
struct ExploreOptions {
  /// Shares of the device, 0 … 1.
  double dsp = 1, lut = 1, ff = 1, bram = 1;
  Objective objective = Objective::latency;
  double latency_target = 0;  ///< cycles; above 0: the cheapest design that meets it
  double seconds = INFINITY;  ///< afterwards the best design so far is the answer
  int threads = 1;            ///< that search units; their number changes no result
  std::set<Strategy> strategies = {Strategy::interchange, Strategy::distribute, Strategy::skew, Strategy::fuse};
  HardwareStrategies hardware;                    ///< directives that it may use
  bool bind_operators = true;                     ///< sums without DSP blocks are part of the space
  bool share_modules = true;                      ///< equal nests may become one function
  std::function<void(const Progress&)> progress;  ///< called now and then, by one thread at a time
  std::function<bool()> interrupted;              ///< asked now and then, by any thread; true: like the end of the time
};

/// A unit of the design, in the program's words.
struct DesignedUnit {
  std::vector<std::string> computes, loops;
  UnitChoice choice;
};

struct Exploration {
  Schedule schedule;             ///< reproduces the design
  std::vector<TrailStep> trail;  ///< every decision with its reason
  Qor baseline, automatic;       ///< the program as written: without any pipelining, and with the tool's own
  Qor qor;                       ///< of the design
  std::vector<DesignedUnit> units;
  double predicted = 0;     ///< its cycles as the search saw them; 0: the program as written
  double bound = 0;         ///< no design of the space is faster under the model, cycles
  bool exhaustive = false;  ///< every design that could be faster was estimated
  long candidates = 0;      ///< estimated
  double seconds = 0;
  bool ended_early = false;  ///< out of time, or interrupted
  std::vector<ParetoPoint> pareto;
  std::vector<std::string> notes;

  double gap() const;  ///< (latency − bound) / latency
};

/// Both stages: the fastest design of the program `as_written.program` that the model finds and that fits. Of the
/// program's own schedule only ports and the storage of arrays stay.
Result<Exploration> explore(const poly::Scop& as_written, const graph::DependenceGraph&, const Target&,
                            const ExploreOptions&);

}  // namespace pom::dse
