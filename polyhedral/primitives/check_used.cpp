#include <algorithm>

#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

Status check_used(const Scop& scop, const std::string& array, const char* verb, const Location& at) {
  const std::vector<int> used = scop.program->used_arrays();
  if (std::find(used.begin(), used.end(), scop.program->find_array(array)) != used.end()) return std::nullopt;
  return make_error("unused-array", std::string("cannot ") + verb + " \"" + array + "\": no compute reads or writes it",
                    at);
}

}  // namespace pom::poly
