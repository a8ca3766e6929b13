#pragma once
#include <compare>

#include "dse/estimate/qor/qor.hpp"

namespace pom::dse {

/// What a design may use at most.
struct Limits {
  double dsp = 0, lut = 0, ff = 0, bram_18k = 0, uram = 0;
  auto operator<=>(const Limits&) const = default;
  /// The one test whether something fits.
  bool hold(const Resources&) const;
  /// Of what operators are built from; memories stay whole.
  Limits share(double) const;
  /// What is left beside `used`.
  Limits less(const Resources& used) const;
};

Resources sum_of(Resources, const Resources&);

/// Grows by what `real` takes beyond `predicted`.
void grow_excess(Resources& excess, const Resources& real, const Resources& predicted);

}  // namespace pom::dse
