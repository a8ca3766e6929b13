#pragma once
#include <isl/cpp.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsl/model/function.hpp"
#include "polyhedral/ir/annotations.hpp"
#include "polyhedral/ir/isl_context.hpp"

namespace pom::poly {

/// The loop runs over [0, length) inside `outer`, one iteration of which is one strip.
struct Strip {
  std::string outer;
  std::int64_t length = 0;
};

/// Iteration n of the loop stands for [origin + n*length, origin + (n+1)*length) of the loop that was split.
struct Stripping {
  std::int64_t origin = 0, length = 0;
};

/// One loop of a statement's current nest.
struct ScheduledLoop {
  std::string name;
  Location at;  ///< the declaration or directive that made it
  std::optional<PipelineMark> pipeline;
  std::optional<UnrollMark> unroll;
  std::optional<Strip> strip;                ///< the inner loop of a split
  std::optional<Stripping> stripping;        ///< the outer loop of a split
  std::optional<std::int64_t> mirror = {};   ///< `reverse` put value v where mirror - v was
  std::optional<Location> flatten_off = {};  ///< it stays a loop of its own: the directive that says so
  int region = -1;                           ///< its iterations are runs of that one of HardwareMarks::regions
};

/// Part of a statement's instances whose loops are generated apart from those of the rest: the order does not change.
struct Cut {
  isl::set part;     ///< a subset of Statement::domain
  std::string loop;  ///< where the generated loops part
  Location at;
};

/// A loop that a directive replaced by others: for errors about names that no longer exist.
struct VanishedLoop {
  std::string name;
  std::vector<std::string> successors;
  Location at;
};

/// { S[i, j] -> A[e0, e1] }, one for each load and for the store.
struct AccessRelation {
  int array = -1;  ///< in Function::arrays
  isl::map relation;
  Location at;
  /// Its index is computed: an instance accesses one of the elements that `relation` has for it, which one only the run
  /// knows. Else the relation is single-valued.
  bool may = false;
};

/// A compute in polyhedral form. Instances are named by the loops as written; `loop_map` says where they run.
struct Statement {
  std::string name;
  isl::set domain;                    ///< { S[i, j, …] }, the loops as written
  std::vector<AccessRelation> reads;  ///< in the order of Compute::loads
  AccessRelation write;
  std::vector<ScheduledLoop> loops;  ///< the current nest, outermost first
  isl::map loop_map;          ///< { S[i, j, …] -> [l0, l1, …] }, injective: one dimension per entry of `loops`
  std::vector<int> position;  ///< as Compute::position, for the current nest
  std::vector<VanishedLoop> vanished;
  std::vector<Cut> cuts;
  std::vector<BindingMark> bindings;
  std::vector<FactRequest> fact_requests;
  std::optional<FunctionMark> function;
};

/// IR 2: the program as sets and maps. statements[n] belongs to Function::computes[n].
struct Scop {
  std::shared_ptr<const dsl::Function> program;
  std::vector<Statement> statements;
  HardwareMarks hardware;
  isl::set parameters;  ///< { : … }: what the callers promise of them
};

/// The program as written: each statement's schedule is its loops in their order. Throws CompileError
/// (`analysis-too-hard`) where the iterations of a statement fall into too many parts.
Scop extract_scop(std::shared_ptr<const dsl::Function> program, const IslContext& context);

/// Whether both statements run inside the same loop at this level of the current nest.
bool share_loop(const Statement&, const Statement&, int level);
/// How many loops the two share.
int count_shared(const Statement&, const Statement&);

/// { A[e0, …] }: the elements that an array has, where parameters decide.
isl::set elements_of(const dsl::Function&, int array, const isl::ctx&);

/// Domains, accesses, loops, positions and annotations as text, for dumps and goldens.
std::string to_string(const Scop&);

}  // namespace pom::poly
