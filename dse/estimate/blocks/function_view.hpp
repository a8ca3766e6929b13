#pragma once
#include <vector>

#include "dse/devices/tables/operators.hpp"
#include "dse/estimate/graph/memory_view.hpp"

namespace pom::dse::estimate {

/// Properties that all blocks of a function share.
struct FunctionView {
  const Function& function;
  const devices::Target& target;
  std::vector<MemoryView> memories;
  std::vector<int> bits;                     ///< width in bits of the values of each expression (find_value_bits)
  std::vector<devices::OperatorCost> costs;  ///< cost of each expression; unused for leaves
  std::vector<int> branch_local;             ///< by array: find_branch_local
  std::vector<int> loop_local;  ///< by array: the only pipelined loop that uses this local array; -1: any loop may
};

/// Finds the variables that are set and read on one side of a branch only, so that their value is not needed outside.
/// By array: the condition of the innermost such branch, in Function::expressions; -1: there is none.
std::vector<int> find_branch_local(const Function&);

/// Computes FunctionView::loop_local.
std::vector<int> find_loop_local(const Function&);

FunctionView view_function(const Function&, const devices::Target&);

}  // namespace pom::dse::estimate
