#pragma once
#include <string>
#include <vector>

#include <pom/primitives.hpp>

#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::dse {

/// Some statements as a program of their own, with the dependences between them. For the statements of a whole
/// top-level nest this is enough to judge every change inside it: its place among the other nests stays.
struct NestProgram {
  std::vector<int> statements;  ///< in the whole program, ascending; statement n of `as_written` is statements[n]
  poly::Scop as_written;
  poly::Dependences dependences;  ///< between them only
  /// What loops may carry: the direct dependences, of equal relations the one that makes somebody wait. Where sums may
  /// change order also the enforced ones: the direct ones belong to the order as written.
  std::vector<poly::Dependence> carriable;
};

/// One per top-level nest as written, in order of execution.
std::vector<NestProgram> split_into_nests(const poly::Scop& as_written, const poly::Dependences&);

/// Two neighbouring ones together.
NestProgram join(const NestProgram&, const NestProgram&, const poly::Scop& as_written, const poly::Dependences&);

/// One step, in words.
struct TrailStep {
  std::string step;  ///< "interchange", "distribute", "skew" or "fuse"
  std::vector<std::string> statements;
  std::string directives;  ///< as DSL source
  std::string reason;
};

/// A schedule for a nest in the making. Always legal.
struct Plan {
  poly::Scop scop;
  Schedule directives;
  std::vector<TrailStep> trail;
};

Plan as_written_plan(const NestProgram&);

/// "s.interchange(i, j); s2.interchange(i, j)"
std::string to_text(const Schedule&);

/// A loop as a directive names it: by its name, or by its level where names repeat.
LoopRef loop_ref(const poly::Statement&, int level);

}  // namespace pom::dse
