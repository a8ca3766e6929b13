#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <pom/primitives.hpp>

#include "polyhedral/graph/dependence_graph.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::dse::transform {

/// A dependence that loops of a nest may carry.
struct Carriable {
  poly::Dependence dependence;                                ///< between statements of the nest
  int shared = 0;                                             ///< loops that source and sink share as written
  std::optional<std::vector<graph::DistanceBox>> boxes = {};  ///< over these loops; nothing: to be measured
};

/// Some statements as a program of their own, with the dependences between them. For the statements of a whole
/// top-level nest this is enough to judge every change inside it: its place among the other nests stays.
struct NestProgram {
  std::vector<int> statements;  ///< in the whole program, ascending; statement n of `as_written` is statements[n]
  poly::Scop as_written;
  poly::Dependences dependences;  ///< between them only
  /// What loops may carry: the edges of the dependence graph, of equal relations the one that makes somebody wait.
  /// Where sums may change order also the enforced dependences: the edges belong to the order as written.
  std::vector<Carriable> carriable;
  std::set<std::string> read_elsewhere = {};  ///< local arrays that other statements of the whole program read
};

/// One per top-level nest as written, in order of execution.
std::vector<NestProgram> split_into_nests(const poly::Scop& as_written, const graph::DependenceGraph&);

/// Two neighbouring ones together.
NestProgram join(const NestProgram&, const NestProgram&, const poly::Scop& as_written, const graph::DependenceGraph&);

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

}  // namespace pom::dse::transform
