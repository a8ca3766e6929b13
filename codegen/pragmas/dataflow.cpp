#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::string dataflow_pragma() { return "#pragma HLS dataflow"; }

std::string inline_off_pragma() { return "#pragma HLS inline off"; }

}  // namespace pom::backend
