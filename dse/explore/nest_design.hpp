#pragma once
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "dse/explore/unit_space.hpp"
#include "dse/search/nest_program.hpp"
#include "dse/search/transform.hpp"

namespace pom::dse {

/// One structure of one nest (stage one's choice), with the choices for its units.
struct NestDesign {
  TransformResult structure;
  Kernel kernel;
  std::vector<Unit> units;
  std::vector<std::shared_ptr<UnitSpace>> spaces;  ///< one per unit
  double latency = 0;                              ///< with all units at their fastest, about
  double bound = 0;                                ///< no choice is faster
  bool exhaustive = true;
  bool feasible = false;
  std::map<std::string, std::string> renamed;  ///< names in `spaces`, where those are an equal nest's → names here

  long evaluated() const;
};

/// The structure as loops; nothing where it cannot be generated.
std::unique_ptr<NestDesign> lower_nest(const NestProgram&, const TransformResult&, const Target&);

/// Searches the fastest choice for each unit, the others as written: fills in latency, bound, exhaustive, feasible.
/// Choices that leave the nest slower than `incumbent` cycles do not count.
void search_nest(NestDesign&, const Limits&, long budget, double incumbent);

/// The kernel's text with arrays and loops called by their order of appearance, and those names: equal texts are equal
/// nests.
struct Signature {
  std::string text;
  std::vector<std::string> names;
};
Signature make_signature(const Kernel&);

}  // namespace pom::dse
