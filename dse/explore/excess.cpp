#include "dse/explore/excess.hpp"

#include <algorithm>

namespace pom::dse {

Resources sum_of(Resources one, const Resources& other) { return one += other; }

void grow_excess(Resources& excess, const Resources& real, const Resources& predicted) {
  excess.dsp = std::max(excess.dsp, real.dsp - predicted.dsp);
  excess.lut = std::max(excess.lut, real.lut - predicted.lut);
  excess.ff = std::max(excess.ff, real.ff - predicted.ff);
  excess.bram_18k = std::max(excess.bram_18k, real.bram_18k - predicted.bram_18k);
  excess.uram = std::max(excess.uram, real.uram - predicted.uram);
}

Limits less(const Limits& limits, const Resources& used) {
  return {limits.dsp - used.dsp, limits.lut - used.lut, limits.ff - used.ff, limits.bram_18k - used.bram_18k,
          limits.uram - used.uram};
}

}  // namespace pom::dse
