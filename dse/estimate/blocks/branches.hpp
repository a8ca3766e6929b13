#pragma once
#include <span>

#include "dse/devices/tables/target.hpp"
#include "dse/estimate/graph/graph.hpp"

/// Branches in a block: both sides are executed, and what they assign or store is selected.
namespace pom::dse::estimate {

/// The side of a branch around the current position of a block.
struct BranchSide {
  int condition = -1;    ///< node
  int number = 0;        ///< of the side, from 1
  int then_number = -1;  ///< on the "otherwise" side: the number of the "then" side
  int expression = -1;   ///< the condition, in Function::expressions
};

/// The sides around the current position, outermost first.
using BranchSides = std::span<const BranchSide>;

/// Adds the condition that all branches take these sides, and returns its node. There is at least one side.
int add_condition(Graph&, BranchSides);

/// Adds a choice between two values and returns its node; no choice between equal ones.
int add_select(Graph&, const devices::Target&, int condition, int then, int otherwise, int bits);

}  // namespace pom::dse::estimate
