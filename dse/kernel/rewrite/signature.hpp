#pragma once
#include <string>
#include <vector>

#include "dse/kernel/kernel.hpp"

/// When two kernels are the same but for names.
namespace pom::dse {

/// The kernel's text with arrays and loops called by their order of appearance, and those names: equal texts are equal
/// nests.
struct Signature {
  std::string text;
  std::vector<std::string> names;
};
Signature make_signature(const Kernel&);

/// The arrays that the function uses, in the order of their first use.
std::vector<int> order_of_use(const Function&);

/// The kernel of one function with its arrays in that order: how they were declared makes no difference any more.
Kernel in_order_of_use(Kernel);

}  // namespace pom::dse
