#pragma once
#include <map>
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// What stands for a loop's value behind the cuts, by Loop::id.
using Values = std::map<int, Index>;

void substitute_all(std::vector<Index>&, const Values&);
void substitute_body(std::vector<Node>&, const Values&);
/// In the expressions that the body uses.
void substitute_expressions(Function&, const std::vector<Node>& body, const Values&);

/// The same nodes with expressions of their own.
std::vector<Node> copy_body(Function&, const std::vector<Node>& body);

}  // namespace pom::dse
