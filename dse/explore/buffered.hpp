#pragma once
#include "dse/explore/explore.hpp"
#include "polyhedral/ir/isl_context.hpp"

namespace pom::dse::explore {

/// explore(), also over programs that keep what loops use of arguments behind m_axi on the chip
/// (tiles/buffer_plans.hpp), or with the buffers that the program's own schedule asks for. Each plan makes a program
/// with copies as statements, whose best design is searched; the schedule of the result has the plan's directives in
/// front. `context`: of `as_written`.
Result<Exploration> explore_buffered(const poly::Scop& as_written, const graph::DependenceGraph&,
                                     const poly::IslContext& context, const devices::Target&, const ExploreOptions&);

}  // namespace pom::dse::explore
