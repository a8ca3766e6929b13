#pragma once
#include <string>

#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/ir/scop.hpp"
#include "support/result.hpp"

/// Primitives that change the program instead of its schedule: `rfactor` and `expand` add arrays and statements. They
/// are applied first, each to a program of which all dependences are known, and the dependences of what they make are
/// found anew. The program as the user wrote it stays what verification compares with.
namespace pom::poly {

/// A program that computes the same.
struct Rewriting {
  dsl::Function program;     ///< its schedule has no meaning
  std::string reassociated;  ///< the compute whose floats are summed up in another order; empty: none
};

/// How many directives of a schedule come before the rest, which is applied to the rewritten program: up to the last
/// that rewrites. Error: `late-rewriting`, where one of them transforms loops.
Result<std::size_t> count_rewriting(const Schedule&);

/// Whether the directive is applied to the program, one of those that come first. Others there are for the rest.
bool is_rewriting(const Primitive&);

/// The program after one of them; a split is one of a loop as written. `scop` is the program as written, as far as the
/// directives before have rewritten it.
Result<Rewriting> rewrite(const Directive&, const Scop& scop, const Dependences&);

Result<Rewriting> rewrite(const Rfactor&, const Scop&, const Dependences&, const Location& at);
Result<Rewriting> rewrite(const Expand&, const Scop&, const Dependences&, const Location& at);

}  // namespace pom::poly
