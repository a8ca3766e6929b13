#pragma once
#include <cstdint>
#include <vector>

#include "dse/estimate/blocks/access_log.hpp"
#include "dse/estimate/blocks/element_table.hpp"
#include "dse/estimate/blocks/function_view.hpp"
#include "dse/estimate/blocks/pipelined_loops.hpp"
#include "dse/estimate/blocks/variables.hpp"

/// Passes over one iteration of a pipelined loop, whose statements are all added.
namespace pom::dse::estimate {

/// Adds the dependences through variables: their registers hold a value for the next iteration.
void carry_variables(Graph&, const devices::Target&, const std::vector<Variable>&);

/// Adds the dependences through memory between iterations. Accesses that are equal in all iterations, bursts and
/// loop-invariant operations move to `Surroundings`.
void finish_accesses(Graph&, const FunctionView&, const PipelinedLoops&, const AccessLog&, const ElementTable&,
                     const std::vector<DependencePromise>&, Surroundings&);

/// Adds the dependences through memory, from each store of an array to each load. `promised`: least distance in
/// iterations between a write and a read of the element, from directives; it is used where an index depends on data,
/// because other distances are known.
void carry_elements(Graph&, const MemoryView&, const std::vector<RunningLoop>&, const AccessLog&, int array,
                    std::int64_t promised);

/// Keeps elements that every iteration of the innermost loop reads and writes in registers: loaded before the loop,
/// stored after it. If outer loops are flattened into the loop, load and store stay inside, for its first and last
/// iteration. Returns false if the array's elements stay where they are.
bool promote_elements(Graph&, const FunctionView&, const PipelinedLoops&, const AccessLog&, const ElementTable&,
                      int array, Surroundings&);

/// Moves stores of loop-invariant elements that the loop only writes behind the loop.
void sink_stores(Graph&, const FunctionView&, const std::vector<RunningLoop>&, const AccessLog&, const ElementTable&,
                 int array, std::vector<HoistedLoad>& sunk);

/// Moves loop-invariant loads, from arrays that the loop does not write, and loop-invariant operations before the loop.
void hoist_invariants(Graph&, const FunctionView&, const std::vector<RunningLoop>&, const AccessLog&, Surroundings&);

/// Forms bursts of the bus accesses that are consecutive over all iterations of a loop: they are requested before it,
/// so that each takes one state inside.
std::vector<Burst> form_bursts(Graph&, const std::vector<MemoryView>&, const AccessLog&, const RunningLoop& innermost);

}  // namespace pom::dse::estimate
