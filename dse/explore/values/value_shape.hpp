#pragma once
#include <map>
#include <set>
#include <string>

#include "dse/kernel/kernel.hpp"

namespace pom::dse::explore {

/// What two operations must have in common to make one value in some copies of an iteration: the tool then builds one
/// operator for both.
struct ValueShape {
  std::string tree;                                 ///< operations, constants and arrays, operands of sums sorted
  std::string distances;                            ///< the same with the distances between the elements of an array
  std::map<int, std::set<std::string>> directions;  ///< by array: how loops move its elements
  std::map<int, int> loads;                         ///< by array
};

ValueShape describe_value(const Function&, int expression);

/// All elements of each array move alike: copies of the value are as many as of its iteration.
bool moves_alike(const ValueShape&);

}  // namespace pom::dse::explore
