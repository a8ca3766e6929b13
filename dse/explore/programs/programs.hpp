#pragma once
#include "dse/explore/explore.hpp"
#include "polyhedral/ir/isl_context.hpp"

/// Searches over several programs, each around the one before; the innermost is explore() of one program.
namespace pom::dse::explore {

/// explore(), also with fewer banks of each argument than loops ask for, where the best design takes more memories
/// outside than `port_banks`. Its bound is that of a search without the limit.
Result<Exploration> explore_within_ports(const poly::Scop& as_written, const graph::DependenceGraph&,
                                         const devices::Target&, const ExploreOptions&);

/// The same, also with a memory for each read of a cycle (`ram_1wnr`) for local arrays whose ports a loop of the first
/// design waits for, where nobody decided their storage; that is kept where it wins more than the model errs.
Result<Exploration> explore_with_read_copies(const poly::Scop& as_written, const graph::DependenceGraph&,
                                             const devices::Target&, const ExploreOptions&);

/// The same, also over programs that keep what loops use of arguments behind m_axi on the chip
/// (tiles/buffer_plans.hpp), or with the buffers that the program's own schedule asks for. Each plan makes a program
/// with copies as statements, whose best design is searched; the schedule of the result has the plan's directives in
/// front. `context`: of `as_written`.
Result<Exploration> explore_with_buffers(const poly::Scop& as_written, const graph::DependenceGraph&,
                                         const poly::IslContext& context, const devices::Target&,
                                         const ExploreOptions&);

/// The same, also over programs that directives make of this one (dse/transform/rewritings.hpp): with copies of local
/// arrays that iterations reuse, then with partial results of the reductions that loops of the best design wait for.
/// They are kept where they win more than the model errs. Functions of many units stay as they are.
Result<Exploration> explore_rewritten(const poly::Scop& as_written, const graph::DependenceGraph&,
                                      const poly::IslContext& context, const devices::Target&, const ExploreOptions&);

}  // namespace pom::dse::explore
