#pragma once
#include <string>
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

enum class DependenceKind { flow, anti, output };

const char* to_string(DependenceKind);

/// All pairs (source instance, sink instance) of one kind on one array between two statements, direct ones only:
/// a flow dependence comes from the last write before the read, an anti dependence goes to the next write after the
/// read, an output dependence to the next write after the write, all in the order of the program as written. Any two
/// conflicting accesses are ordered by a chain of direct dependences, so that a schedule that keeps these keeps all.
/// Where only the run knows which element an access goes to, all pairs that may conflict are there.
struct Dependence {
  DependenceKind kind = DependenceKind::flow;
  int source = -1, sink = -1;  ///< in Scop::statements
  int array = -1;              ///< in Function::arrays
  isl::map relation;           ///< { Source[…] -> Sink[…] }, over the loops as written
};

/// An array whose nearest writes took too much work to find: every pair of ordered conflicts stands for the direct
/// ones among them. A schedule keeps all those pairs exactly when it keeps the direct ones: what is legal stays the
/// same, what is told about distances becomes coarser.
struct CoarseDependences {
  int statement = -1, array = -1;
  Location at;            ///< of the access
  bool hopeless = false;  ///< not even the ordered conflicts were found: nothing can be said of any schedule
};

/// Computed once per program: they belong to the order as written, not to a schedule.
struct Dependences {
  std::vector<Dependence> direct;
  /// What a schedule must keep: `direct`, or, where the program allows reassociation, a set in which the instances of a
  /// reduction are not ordered among themselves (reductions.hpp).
  std::vector<Dependence> enforced;
  std::vector<CoarseDependences> coarse = {};  ///< one for each statement and array concerned
};

Dependences analyze_dependences(const Scop& as_written);

/// What the analysis gave up on: the warning `coarse-dependences`, the error `analysis-too-hard`.
std::vector<Diagnostic> describe_coarse(const Scop& as_written, const Dependences&);

}  // namespace pom::poly
