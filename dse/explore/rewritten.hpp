#pragma once
#include "dse/explore/explore.hpp"
#include "polyhedral/ir/isl_context.hpp"

namespace pom::dse::explore {

/// explore(), also over programs that directives make of this one (rewritings.hpp): with copies of local arrays that
/// iterations reuse, then with partial results of the reductions that loops of the best design wait for. They are kept
/// where they win more than the model errs. Functions of many units stay as they are. `context`: of `as_written`.
Result<Exploration> explore_rewritten(const poly::Scop& as_written, const graph::DependenceGraph&,
                                      const poly::IslContext& context, const devices::Target&, const ExploreOptions&);

}  // namespace pom::dse::explore
