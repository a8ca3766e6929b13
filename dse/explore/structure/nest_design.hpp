#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dse/explore/bound/function_bound.hpp"
#include "dse/explore/context/options.hpp"
#include "dse/explore/space/find_fastest.hpp"
#include "dse/explore/unit/whole_loops.hpp"
#include "dse/transform/nests/nest_program.hpp"
#include "dse/transform/transform.hpp"
#include "polyhedral/loops/ast_cache.hpp"

namespace pom::dse::explore {

/// One structure of one nest (stage one's choice), with the choices for its units.
struct NestDesign {
  transform::TransformResult structure;
  WholeBodies bodies;  ///< loops that are units with all loops inside of them, beside those of `words`
  Kernel kernel;
  std::vector<Unit> units;
  std::vector<std::shared_ptr<UnitSpace>> spaces;
  double latency = 0;  ///< with all units at their fastest, about
  double bound = 0;    ///< no choice is faster, its units one after the other
  /// By unit: what the searches have proved of it.
  std::vector<double> unit_bounds;
  std::vector<estimate::Resources> unit_areas;
  std::vector<std::int64_t> most_copies;
  bool exhaustive = true;
  bool feasible = false;
  std::set<std::string> used_by_other_nests;   ///< of its arrays
  std::map<std::string, std::string> renamed;  ///< names in `spaces`, where those are an equal nest's → names here
};

/// The structure's loops and units, and behind it the structure with loops pipelined whose loops inside are built whole
/// (find_whole_bodies); none where it cannot be generated. Works on the nest's isl objects: one thread at a time.
/// `cache`: of their context. `frame`: copies, and the loops around them, are in no body that is built whole, but for
/// the innermost loops of copies of words.
std::vector<std::unique_ptr<NestDesign>> prepare_all(const transform::NestProgram&, const transform::TransformResult&,
                                                     poly::AstCache* cache = nullptr, const Frame& frame = {});

/// The names of all arrays that it reads or writes.
std::set<std::string> arrays_of(const Kernel&);

/// Searches the fastest choice for each unit, the others as written: fills in latency, bound, exhaustive, feasible.
/// Different designs may be searched at the same time.
void search_nest(NestDesign&, const devices::Target&, const Limits&, const Thoroughness& of_each_unit, SearchWatch&,
                 estimate::NestMemo&);

/// The least area of every unit, once all of its searches are done.
void find_areas(NestDesign&, const Limits&);

/// What the searches of the units of an equal nest have proved. `statements`: of the nest, in the whole program.
std::vector<UnitBound> bound_units(const NestDesign&, const NestDesign& searched, const std::vector<int>& statements);

}  // namespace pom::dse::explore
