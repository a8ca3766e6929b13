#pragma once
#include <functional>
#include <string>

#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/ir/scop.hpp"
#include "support/result.hpp"

/// Primitives that change the program instead of its schedule: `rfactor`, `expand`, `broadcast` and `convert` add
/// arrays and statements. They are applied first, each to a program of which all dependences are known, and the
/// dependences of what they make are found anew. The program as the user wrote it stays what verification compares
/// with.
namespace pom::poly {

/// A program that directives made of another one, which computes the same.
struct Rewritten {
  Scop as_written;  ///< its program's schedule is the rest of the directives
  Dependences dependences;
  Schedule applied;                       ///< the others
  std::vector<std::string> reassociated;  ///< computes of the first program whose floats are taken in another order
};

/// Applies the directives that change the program: those that stand first in its schedule, up to the last of them. A
/// split among them is one of a loop as written. In front of them, what `dataflow(Channels::automatic)` asks for
/// (list_added_nests). Nothing: there are none, or `is_over` (empty: never), which is asked in front of each, said that
/// there is no time left. Errors: `late-rewriting`, where one of them stands behind a
/// transformation of loops, and those of each.
Result<std::optional<Rewritten>> rewrite_program(const Scop& as_written, const Dependences&, const IslContext&,
                                                 const std::function<bool()>& is_over = {});

/// One step: a program that computes the same as that of a scop.
struct Rewriting {
  dsl::Function program;     ///< its schedule has no meaning
  std::string reassociated;  ///< the compute whose floats are taken in another order; empty: none
};

Result<Rewriting> rewrite(const Rfactor&, const Scop&, const Location& at);
Result<Rewriting> rewrite(const Broadcast&, const Scop&, const Location& at);
Result<Rewriting> rewrite(const Convert&, const Scop&, const Location& at);
Result<Rewriting> rewrite(const Expand&, const Scop&, const Dependences&, const Location& at);

/// The nests that a `dataflow(Channels::automatic)` adds, as directives that nobody wrote: one hands on what several
/// nests read, or what they read of a stream in another order; one brings what they add up into a stream.
Schedule list_added_nests(const Scop& as_written);

}  // namespace pom::poly
