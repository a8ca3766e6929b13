#include <algorithm>
#include <stdexcept>
#include <vector>

#include "equality.hpp"
#include "reference/adi.hpp"
#include "reference/atax.hpp"
#include "reference/bicg.hpp"
#include "reference/cholesky.hpp"
#include "reference/correlation.hpp"
#include "reference/covariance.hpp"
#include "reference/deriche.hpp"
#include "reference/doitgen.hpp"
#include "reference/durbin.hpp"
#include "reference/fdtd_2d.hpp"
#include "reference/floyd_warshall.hpp"
#include "reference/gemm.hpp"
#include "reference/gemver.hpp"
#include "reference/gesummv.hpp"
#include "reference/gramschmidt.hpp"
#include "reference/heat_3d.hpp"
#include "reference/jacobi_1d.hpp"
#include "reference/jacobi_2d.hpp"
#include "reference/lu.hpp"
#include "reference/ludcmp.hpp"
#include "reference/mvt.hpp"
#include "reference/nussinov.hpp"
#include "reference/seidel_2d.hpp"
#include "reference/symm.hpp"
#include "reference/syr2k.hpp"
#include "reference/syrk.hpp"
#include "reference/three_mm.hpp"
#include "reference/trisolv.hpp"
#include "reference/trmm.hpp"
#include "reference/two_mm.hpp"

namespace polybench {

namespace {

struct Expectation {
  std::string kernel;
  Reference reference;
  Reference prepare = nullptr;
};

const std::vector<Expectation> expectations = {
    {"correlation", reference::correlation, reference::prepare_correlation},
    {"covariance", reference::covariance},
    {"gemm", reference::gemm},
    {"gemver", reference::gemver},
    {"gesummv", reference::gesummv},
    {"symm", reference::symm},
    {"syr2k", reference::syr2k},
    {"syrk", reference::syrk},
    {"trmm", reference::trmm},
    {"two_mm", reference::two_mm},
    {"three_mm", reference::three_mm},
    {"atax", reference::atax},
    {"bicg", reference::bicg},
    {"doitgen", reference::doitgen},
    {"mvt", reference::mvt},
    {"cholesky", reference::cholesky, reference::prepare_cholesky},
    {"durbin", reference::durbin, reference::prepare_durbin},
    {"gramschmidt", reference::gramschmidt},
    {"lu", reference::lu, reference::prepare_lu},
    {"ludcmp", reference::ludcmp, reference::prepare_ludcmp},
    {"trisolv", reference::trisolv, reference::prepare_trisolv},
    {"deriche", reference::deriche},
    {"floyd_warshall", reference::floyd_warshall, reference::prepare_floyd_warshall},
    {"nussinov", reference::nussinov, reference::prepare_nussinov},
    {"adi", reference::adi},
    {"fdtd_2d", reference::fdtd_2d},
    {"heat_3d", reference::heat_3d},
    {"jacobi_1d", reference::jacobi_1d},
    {"jacobi_2d", reference::jacobi_2d},
    {"seidel_2d", reference::seidel_2d},
};

}  // namespace

Case case_of(const Kernel& kernel) {
  const auto found = std::find_if(expectations.begin(), expectations.end(),
                                  [&](const Expectation& expectation) { return expectation.kernel == kernel.name; });
  if (found == expectations.end()) throw std::logic_error(std::string("there is no reference for ") + kernel.name);
  return {kernel, found->reference, found->prepare};
}

}  // namespace polybench
