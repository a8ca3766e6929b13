#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dse/kernel/kernel.hpp"
#include "dse/search/transform.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::dse {

/// One loop around a unit's statements.
struct UnitLoop {
  std::string name;   ///< in the schedule
  std::string label;  ///< in the loop tree and in the kernel
  int level = -1;
  std::int64_t trip = 0;  ///< iterations; 0: they differ
  bool cuttable = false;  ///< rectangular, of step 1, in a band whose loops may be tiled
  bool parallel = false;  ///< carries nothing that makes an iteration wait
};

/// Statements that share an innermost loop: what is pipelined and unrolled as one. Stage two chooses for each unit how
/// many copies of which loops' iterations run at once.
struct Unit {
  std::vector<int> statements;  ///< in the nest's program
  std::vector<UnitLoop> loops;  ///< outermost first
  int first_cuttable = 0;       ///< loops from here on form the band; loops.size(): none
};

/// The units of a scheduled nest, in program order.
std::vector<Unit> find_units(const poly::LoopTree&, const std::vector<NestInfo>&);

}  // namespace pom::dse
