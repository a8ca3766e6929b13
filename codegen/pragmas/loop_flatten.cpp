#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::string flatten_off_pragma() { return "#pragma HLS loop_flatten off"; }

}  // namespace pom::backend
