#pragma once
#include <vector>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// The program as written, as a tree of loops: the positions of all computes, grouped.
struct ProgramNode {
  int depth = 0;                      ///< of the loop: 0 = outermost
  std::vector<int> computes;          ///< those inside, in order of execution; a statement: one
  std::vector<ProgramNode> children;  ///< of a loop, in order of execution; empty: a statement

  bool is_statement() const { return children.empty(); }
};

/// The top-level nests in order of execution.
std::vector<ProgramNode> program_tree(const Function&);

}  // namespace pom::dsl
