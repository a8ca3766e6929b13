#pragma once
#include <optional>
#include <set>
#include <string>

#include "dse/devices/tables/target.hpp"
#include "dse/estimate/compose/nest_memo.hpp"
#include "dse/estimate/qor/options.hpp"
#include "dse/estimate/qor/qor.hpp"
#include "dse/explore/budget/limits.hpp"
#include "dse/explore/context/options.hpp"
#include "dse/kernel/kernel.hpp"
#include "dsl/model/function.hpp"
#include "polyhedral/graph/dependence_graph.hpp"
#include "polyhedral/loops/ast_cache.hpp"
#include "support/result.hpp"

namespace pom::dse::explore {

Limits limits_of(const devices::Device&, const ExploreOptions&);

/// What every phase of a search reads, and the caches that save it work. No phase leaves anything here for the next
/// one: that is in what its function returns.
struct SearchContext {
  SearchContext(const poly::Scop& as_written, const graph::DependenceGraph&, const devices::Target&,
                const ExploreOptions&);

  const dsl::Function& program() const { return *as_written.program; }
  /// The design fits, its memories outside too.
  bool holds(const estimate::Qor& qor, std::int64_t port_banks) const {
    return limits.hold(qor) && static_cast<double>(port_banks) <= options.port_banks;
  }

  const poly::Scop& as_written;
  const graph::DependenceGraph& graph;
  devices::Target target;
  ExploreOptions options;
  Limits limits;
  Goal goal;
  Schedule kept;      ///< what the user decided about ports and memories
  bool fabric_first;  ///< sums without DSP blocks are no worse, and all that counts is cycles
  SearchWatch watch;
  estimate::NestMemo memo;
  poly::AstCache asts;
};

/// What the user decided about ports and memories stays; loops and banks are the search's.
Schedule kept_directives(const Schedule& own);
/// That, and the directives behind it.
Schedule behind_kept(const SearchContext&, const Schedule&);

/// Names that new loops and functions of the program must not have.
std::set<std::string> names_in_use(const dsl::Function& program);
/// `base`, with a number behind it if that is in use; then it is in use too.
std::string fresh_name(const std::string& base, std::set<std::string>& in_use);

/// The program under a schedule and the directives that are kept; the errors of what refuses it.
Result<poly::Scop> schedule_program(const SearchContext&, const Schedule&);
/// As the estimator sees it.
Result<Kernel> lower_scheduled(SearchContext&, const poly::Scop&);
Result<Kernel> lower(SearchContext&, const Schedule&);

/// Nothing where the model cannot say.
std::optional<estimate::Qor> estimate_kernel(const Kernel&, const SearchContext&,
                                             const estimate::EstimateOptions& = {});

}  // namespace pom::dse::explore
