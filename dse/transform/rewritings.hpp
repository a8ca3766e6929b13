#pragma once
#include <string>
#include <vector>

#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/ir/scop.hpp"

/// Changes of a program that may give its nests more to run at the same time: other structures for stage one to start
/// from. All of them are legal; whether one pays is for an estimate to say.
namespace pom::dse::transform {

/// Directives that stand in front of all others (poly::rewrite_program).
struct RewritingChoice {
  std::vector<int> statements;  ///< of the program before, whose nests change
  Schedule directives;
  std::string reason;  ///< for the trail
};

/// Scalars and local arrays that order the iterations of a loop only because all use the same storage: with copies
/// along that loop, and along all such loops, outermost first.
std::vector<RewritingChoice> propose_expansions(const poly::Scop&, const poly::Dependences&, const poly::IslContext&);

/// Reductions in as many partial results as one of `counts` says, along the innermost loop that repeats their element:
/// as many as a device has lanes, times the iterations that pass while an operation is under way. Fewer than the loop
/// has iterations.
std::vector<RewritingChoice> propose_partial_results(const poly::Scop&, const poly::Dependences&,
                                                     const poly::IslContext&, const std::vector<std::int64_t>& counts);

}  // namespace pom::dse::transform
