#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::string allocation_pragma(const std::string& function) {
  return "#pragma HLS allocation function instances=" + function + " limit=1";
}

}  // namespace pom::backend
