#include "dse/estimate/qor/qor.hpp"

namespace pom::dse {

Resources& Resources::operator+=(const Resources& other) {
  dsp += other.dsp;
  lut += other.lut;
  ff += other.ff;
  bram_18k += other.bram_18k;
  uram += other.uram;
  return *this;
}

}  // namespace pom::dse
