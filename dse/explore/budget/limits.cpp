#include "dse/explore/budget/limits.hpp"

#include <algorithm>

namespace pom::dse {

bool Limits::hold(const Resources& used) const {
  return used.dsp <= dsp && used.lut <= lut && used.ff <= ff && used.bram_18k <= bram_18k && used.uram <= uram;
}

Limits Limits::share(double part) const { return {dsp * part, lut * part, ff * part, bram_18k, uram}; }

Limits Limits::less(const Resources& used) const {
  return {dsp - used.dsp, lut - used.lut, ff - used.ff, bram_18k - used.bram_18k, uram - used.uram};
}

Resources sum_of(Resources one, const Resources& other) { return one += other; }

void grow_excess(Resources& excess, const Resources& real, const Resources& predicted) {
  excess.dsp = std::max(excess.dsp, real.dsp - predicted.dsp);
  excess.lut = std::max(excess.lut, real.lut - predicted.lut);
  excess.ff = std::max(excess.ff, real.ff - predicted.ff);
  excess.bram_18k = std::max(excess.bram_18k, real.bram_18k - predicted.bram_18k);
  excess.uram = std::max(excess.uram, real.uram - predicted.uram);
}

}  // namespace pom::dse
