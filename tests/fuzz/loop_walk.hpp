#pragma once
#include <optional>
#include <string>

#include "brute_force.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::fuzz {

/// Something that generated loops do and the schedule does not say.
struct LoopDefect {
  std::string kind, detail;
};

/// Runs the loops with numbers. Every instance has to run once, in the order of `ranks`; statements with a pipelined
/// loop run inside one, and loops inside a pipelined one have the same trip count wherever they stand.
std::optional<LoopDefect> find_loop_defect(const poly::LoopTree&, const poly::Scop& scheduled, const Instances&,
                                           const Ranks&);

}  // namespace pom::fuzz
