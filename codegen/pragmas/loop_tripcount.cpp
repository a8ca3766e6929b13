#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::string trip_count_pragma(std::int64_t least, std::int64_t most) {
  return "#pragma HLS loop_tripcount min=" + std::to_string(least) + " max=" + std::to_string(most);
}

}  // namespace pom::backend
