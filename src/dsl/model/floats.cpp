#include "dsl/model/floats.hpp"

#include <algorithm>

#include "dsl/model/any_part.hpp"

namespace pom::dsl {

std::vector<bool> follow_from_floats(const Function& program) {
  std::vector<bool> follows;
  for (const auto& array : program.arrays) follows.push_back(array->type.is_float());
  const auto has_float = [](const ExprNode& part) { return part.type.is_float(); };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Compute& compute : program.computes) {
      const bool floats =
          any_part(*compute.value, has_float) || std::any_of(compute.loads.begin(), compute.loads.end(),
                                                             [&](const Access& load) { return follows[load.array]; });
      if (!floats || follows[compute.store.array]) continue;
      changed = follows[compute.store.array] = true;
    }
  }
  return follows;
}

bool has_small_floats(const Function& program) {
  const auto is_small = [](const Type& type) { return type.is_float() && type.bits == 16; };
  const auto has_small = [&](const auto& declared) { return is_small(declared->type); };
  const auto computes_small = [&](const Compute& compute) {
    return any_part(*compute.value, [&](const ExprNode& part) { return is_small(part.type); });
  };
  return std::any_of(program.arrays.begin(), program.arrays.end(), has_small) ||
         std::any_of(program.scalars.begin(), program.scalars.end(), has_small) ||
         std::any_of(program.computes.begin(), program.computes.end(), computes_small);
}

}  // namespace pom::dsl
