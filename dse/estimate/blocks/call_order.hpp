#pragma once
#include <vector>

#include "dse/estimate/blocks/access_log.hpp"
#include "dse/estimate/graph/memory_view.hpp"
#include "dse/estimate/graph/surroundings.hpp"

/// The order between a call of another module and what stands around it in a block.
namespace pom::dse::estimate {

/// Adds the edges of a call to earlier accesses to one of its arrays.
void wait_for_accesses(const AccessLog&, const std::vector<MemoryView>&, const AccessSummary&,
                       std::vector<GraphEdge>& waits);

/// Adds the request of a module's burst, and returns its node.
int add_request(Graph&, const AccessLog&, const std::vector<MemoryView>&, const Burst&);

/// Adds the acknowledgement of what the module `call` wrote in a burst.
void add_acknowledgement(Graph&, const std::vector<MemoryView>&, const Burst&, int call);

/// Adds loop-invariant operations and the edges of the loop to them. `loads`: the nodes of Surroundings::hoisted.
void add_invariants(Graph&, const Surroundings&, const std::vector<int>& loads, std::vector<GraphEdge>& waits);

}  // namespace pom::dse::estimate
