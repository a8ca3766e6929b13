#pragma once
#include <string>
#include <vector>

#include "dse/devices/tables/target.hpp"
#include "dse/estimate/qor/qor.hpp"
#include "dse/explore/budget/pareto.hpp"
#include "dse/explore/context/options.hpp"
#include "dse/kernel/rewrite/cut_kernel.hpp"
#include "dse/transform/transform.hpp"
#include "dsl/model/function.hpp"
#include "support/result.hpp"

namespace pom::dse::explore {

/// A unit of the design, in the program's words.
struct DesignedUnit {
  std::vector<std::string> computes, loops;
  Configuration choice;
};

struct Exploration {
  Schedule rewriting;                       ///< directives in front of `schedule` that change the program (programs/)
  Schedule schedule;                        ///< reproduces the design
  std::vector<transform::TrailStep> trail;  ///< every decision with its reason
  estimate::Qor baseline, automatic;        ///< the program as written: without any pipelining, and with the tool's own
  estimate::Qor qor;                        ///< of the design
  std::vector<DesignedUnit> units;
  double predicted = 0;  ///< its cycles as the search saw them; 0: the program as written
  /// Cycles; no design of the space is faster under the model. 0: no design of it was found that fits, and the program
  /// stays as it was written.
  double bound = 0;
  double transfers = 0;       ///< cycles that arguments behind m_axi take at least (tiles/transfers.hpp)
  bool exhaustive = false;    ///< every design that could be faster was estimated
  bool nothing_fits = false;  ///< but the program as written
  long candidates = 0;        ///< estimated
  double seconds = 0;
  bool ended_early = false;     ///< out of time, or interrupted
  std::int64_t port_banks = 0;  ///< memories outside that the design asks for
  std::vector<ParetoPoint> pareto;
  std::vector<std::string> notes;

  double gap() const;  ///< (latency − bound) / latency
};

/// Both stages: the fastest design of the program `as_written.program` that the model finds and that fits. Of the
/// program's own schedule only ports and the storage of arrays stay.
Result<Exploration> explore(const poly::Scop& as_written, const graph::DependenceGraph&, const devices::Target&,
                            const ExploreOptions&);

}  // namespace pom::dse::explore
