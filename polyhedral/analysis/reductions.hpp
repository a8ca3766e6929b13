#pragma once
#include <string>
#include <vector>

#include "polyhedral/analysis/dependences.hpp"

namespace pom::poly {

/// The last operation of a compute, whose result is converted, if at all, to an integer or number that is no wider.
const dsl::ExprNode& last_operation(const dsl::Compute&);

/// True for `A(i) = A(i) op e` with op one of + - * min max (for - only on the left), the same element on both sides
/// and no other read of A: its instances may run in any order, up to a float's rounding. Partial results that become
/// fixed point may saturate or be rounded by their sign; such a computation is no reduction.
bool is_reduction(const dsl::Compute&);

/// True where the last operation is one that sums up, and its partial results are rounded or saturate by their order.
bool keeps_order(const dsl::Compute&);

/// True for a dependence of a reduction on itself through the array that it sums up in.
bool orders_reduction(const Dependence&, const Scop&);

/// All ordered conflicts of a reduction with other statements through the array that it sums up in: what orders it
/// where its own chain does not.
std::vector<Dependence> conflicts_of_reduction(const Scop&, int statement);

/// The dependences that remain when the instances of each reduction may change places. Direct dependences order a
/// reduction against other statements through its own chain only; without the chain every instance has to be ordered,
/// so all pairs of conflicting accesses with other statements take its place.
std::vector<Dependence> relax_reductions(const Scop& as_written, const std::vector<Dependence>& direct);

/// The names of the reductions that a legal schedule runs in another order than written.
std::vector<std::string> reassociated_statements(const Scop& scheduled, const Dependences&);

}  // namespace pom::poly
