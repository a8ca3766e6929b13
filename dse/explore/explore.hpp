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
#include "polyhedral/ir/isl_context.hpp"
#include "support/result.hpp"

namespace pom::dse::explore {

/// A unit of the design, in the program's words.
struct DesignedUnit {
  std::vector<std::string> computes, loops;
  Configuration choice;
};

struct Exploration {
  Schedule rewriting;  ///< directives in front of `schedule` that change the program (explore_rewritten)
  Schedule schedule;   ///< reproduces the design
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
Result<Exploration> explore_as_stored(const poly::Scop& as_written, const graph::DependenceGraph&,
                                      const devices::Target&, const ExploreOptions&);

/// The same, also with fewer banks of each argument than loops ask for, where the best design takes more memories
/// outside than `port_banks`. Its bound is that of a search without the limit.
Result<Exploration> explore_within_ports(const poly::Scop& as_written, const graph::DependenceGraph&,
                                         const devices::Target&, const ExploreOptions&);

/// The same, also with a memory for each read of a cycle (`ram_1wnr`) for local arrays whose ports a loop of the first
/// design waits for, where nobody decided their storage; that is kept where it wins more than the model errs.
Result<Exploration> explore(const poly::Scop& as_written, const graph::DependenceGraph&, const devices::Target&,
                            const ExploreOptions&);

/// explore(), also over programs that keep what loops use of arguments behind m_axi on the chip
/// (tiles/buffer_plans.hpp), or with the buffers that the program's own schedule asks for. Each plan makes a program
/// with copies as statements, whose best design is searched; the schedule of the result has the plan's directives in
/// front. `context`: of `as_written`.
Result<Exploration> explore_buffered(const poly::Scop& as_written, const graph::DependenceGraph&,
                                     const poly::IslContext& context, const devices::Target&, const ExploreOptions&);

/// The same, also over programs that directives make of this one (dse/transform/rewritings.hpp): with copies of local arrays that
/// iterations reuse, then with partial results of the reductions that loops of the best design wait for. They are kept
/// where they win more than the model errs. Functions of many units stay as they are.
Result<Exploration> explore_rewritten(const poly::Scop& as_written, const graph::DependenceGraph&,
                                      const poly::IslContext& context, const devices::Target&, const ExploreOptions&);

}  // namespace pom::dse::explore
