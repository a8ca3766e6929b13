#include "dse/estimate/qor/qor.hpp"

namespace pom::dse::estimate {

Resources& Resources::operator+=(const Resources& other) {
  dsp += other.dsp;
  lut += other.lut;
  ff += other.ff;
  bram_18k += other.bram_18k;
  uram += other.uram;
  return *this;
}

Resources operator*(double count, const Resources& one) {
  return {count * one.dsp, count * one.lut, count * one.ff, count * one.bram_18k, count * one.uram};
}

}  // namespace pom::dse::estimate
