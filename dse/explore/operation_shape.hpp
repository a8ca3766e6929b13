#pragma once
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// What an operation computes, but for where its elements lie together: two of one shape may be one operator, because
/// one copy of the statement may compute of its own elements what another one computes of theirs.
std::vector<double> shape_of_operation(const Function&, int expression);

}  // namespace pom::dse
