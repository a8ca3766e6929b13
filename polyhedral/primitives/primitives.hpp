#pragma once
#include <pom/primitives.hpp>

#include "polyhedral/ir/scop.hpp"
#include "support/result.hpp"

/// One pair of functions for each primitive, in the file of its name: `check` tests the local preconditions (existing
/// loops, factors, names, marks), `apply` edits loops, positions or marks of a scop that passed. Neither looks at a
/// dependence: legality.hpp does. A primitive without its pair does not compile: apply_schedule.cpp calls both for
/// every alternative of `Primitive`.
namespace pom::poly {

Status check(const Interchange&, const Scop&, const Location& at);
Status check(const Split&, const Scop&, const Location& at);
Status check(const Tile&, const Scop&, const Location& at);
Status check(const Skew&, const Scop&, const Location& at);
Status check(const After&, const Scop&, const Location& at);
Status check(const Pipeline&, const Scop&, const Location& at);
Status check(const Unroll&, const Scop&, const Location& at);
Status check(const Partition&, const Scop&, const Location& at);

void apply(const Interchange&, Scop&, const Location& at);
void apply(const Split&, Scop&, const Location& at);
void apply(const Tile&, Scop&, const Location& at);
void apply(const Skew&, Scop&, const Location& at);
void apply(const After&, Scop&, const Location& at);
void apply(const Pipeline&, Scop&, const Location& at);
void apply(const Unroll&, Scop&, const Location& at);
void apply(const Partition&, Scop&, const Location& at);

}  // namespace pom::poly
