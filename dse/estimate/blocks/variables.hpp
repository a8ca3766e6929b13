#pragma once
#include <vector>

#include "dse/estimate/blocks/branches.hpp"
#include "dse/estimate/blocks/function_view.hpp"
#include "dse/estimate/graph/graph.hpp"

namespace pom::dse::estimate {

/// A scalar variable: its value at the start of the block, and its current one (nodes; -1: none).
struct Variable {
  int entry = -1, value = -1;
  bool written = false;
};

/// The scalar variables of a block in static single assignment: each assignment is a new value, and where the sides of
/// a branch join, one of two values is selected.
class Variables {
 public:
  void clear(std::size_t arrays);
  /// Adds the value from before the block, and returns its node.
  int enter(Graph&, int array, int bits);
  void assign(int array, int value);
  /// Continues a variable with a value that counts as no assignment.
  void replace(int array, int value) { variables_[array].value = value; }
  void begin_branch();
  void begin_otherwise();
  void end_branch(Graph&, const FunctionView&, const BranchSide&);

  /// Returns the current value; -1: not known in the block.
  int value(int array) const { return variables_[array].value; }
  const std::vector<Variable>& all() const { return variables_; }

 private:
  /// The variables before an open branch and after its "then" side.
  struct Snapshot {
    std::vector<Variable> before, then;
  };

  void merge(Graph&, const FunctionView&, int array, const Variable& then, const BranchSide&);

  std::vector<Variable> variables_;  // by array
  std::vector<Snapshot> branches_;   // outermost first
};

}  // namespace pom::dse::estimate
