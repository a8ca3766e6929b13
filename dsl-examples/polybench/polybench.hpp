#pragma once
// The kernels of PolyBench/C 4.2.1, in the suite's order.
#include <vector>

#include "atax.hpp"
#include "bicg.hpp"
#include "correlation.hpp"
#include "covariance.hpp"
#include "doitgen.hpp"
#include "gemm.hpp"
#include "gemver.hpp"
#include "gesummv.hpp"
#include "mvt.hpp"
#include "symm.hpp"
#include "syr2k.hpp"
#include "syrk.hpp"
#include "three_mm.hpp"
#include "trmm.hpp"
#include "two_mm.hpp"

namespace polybench {

inline const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all = {
      {"correlation", correlation},
      {"covariance", covariance},
      {"gemm", gemm},
      {"gemver", gemver},
      {"gesummv", gesummv},
      {"symm", symm},
      {"syr2k", syr2k},
      {"syrk", syrk},
      {"trmm", trmm},
      {"two_mm", two_mm},
      {"three_mm", three_mm},
      {"atax", atax},
      {"bicg", bicg},
      {"doitgen", doitgen},
      {"mvt", mvt},
  };
  return all;
}

}  // namespace polybench
