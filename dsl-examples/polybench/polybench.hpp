#pragma once
// The kernels of PolyBench/C 4.2.1, in the suite's order.
#include <vector>

#include "adi.hpp"
#include "atax.hpp"
#include "bicg.hpp"
#include "cholesky.hpp"
#include "correlation.hpp"
#include "covariance.hpp"
#include "deriche.hpp"
#include "doitgen.hpp"
#include "durbin.hpp"
#include "fdtd_2d.hpp"
#include "floyd_warshall.hpp"
#include "gemm.hpp"
#include "gemver.hpp"
#include "gesummv.hpp"
#include "gramschmidt.hpp"
#include "heat_3d.hpp"
#include "jacobi_1d.hpp"
#include "jacobi_2d.hpp"
#include "lu.hpp"
#include "ludcmp.hpp"
#include "mvt.hpp"
#include "nussinov.hpp"
#include "seidel_2d.hpp"
#include "symm.hpp"
#include "syr2k.hpp"
#include "syrk.hpp"
#include "three_mm.hpp"
#include "trisolv.hpp"
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
      {"cholesky", cholesky},
      {"durbin", durbin},
      {"gramschmidt", gramschmidt},
      {"lu", lu},
      {"ludcmp", ludcmp},
      {"trisolv", trisolv},
      {"deriche", deriche},
      {"floyd_warshall", floyd_warshall},
      {"nussinov", nussinov},
      {"adi", adi},
      {"fdtd_2d", fdtd_2d},
      {"heat_3d", heat_3d},
      {"jacobi_1d", jacobi_1d},
      {"jacobi_2d", jacobi_2d},
      {"seidel_2d", seidel_2d},
  };
  return all;
}

}  // namespace polybench
