#include "dse/estimate/qor/qor.hpp"

#include <algorithm>

namespace pom::dse::estimate {

Resources& Resources::operator+=(const Resources& other) {
  dsp += other.dsp;
  lut += other.lut;
  ff += other.ff;
  bram_18k += other.bram_18k;
  uram += other.uram;
  return *this;
}

Resources operator+(Resources one, const Resources& other) { return one += other; }

Resources operator-(Resources one, const Resources& other) { return one += -1 * other; }

Resources operator*(double count, const Resources& one) {
  return {count * one.dsp, count * one.lut, count * one.ff, count * one.bram_18k, count * one.uram};
}

Resources larger_of(const Resources& a, const Resources& b) {
  return {std::max(a.dsp, b.dsp), std::max(a.lut, b.lut), std::max(a.ff, b.ff), std::max(a.bram_18k, b.bram_18k),
          std::max(a.uram, b.uram)};
}

}  // namespace pom::dse::estimate
