#pragma once
#include <functional>
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
/// along that loop, and along all such loops, outermost first. Each takes an analysis of the program: `is_over` (empty:
/// never) is asked in front of it, and once it says so the list ends.
std::vector<RewritingChoice> propose_expansions(const poly::Scop&, const poly::Dependences&, const poly::IslContext&,
                                                const std::function<bool()>& is_over = {});

/// Reductions in about as many partial results as one of `counts` says, without a rest if possible, along the innermost
/// loop that repeats their element: as many as a device has lanes, times the iterations that pass while an operation is
/// under way. No more than the loop has iterations, and fewer where no loop outside repeats the element. `is_over`: as
/// above.
std::vector<RewritingChoice> propose_partial_results(const poly::Scop&, const poly::Dependences&,
                                                     const poly::IslContext&, const std::vector<std::int64_t>& counts,
                                                     const std::function<bool()>& is_over = {});

}  // namespace pom::dse::transform
