#pragma once
#include <compare>

#include "dse/estimate/qor/qor.hpp"

namespace pom::dse {

/// What a design may use at most.
struct Limits {
  double dsp = 0, lut = 0, ff = 0, bram_18k = 0, uram = 0;
  auto operator<=>(const Limits&) const = default;
  bool hold(const Resources&) const;
  /// Of what operators are built from; memories stay whole.
  Limits share(double) const;
};

}  // namespace pom::dse
