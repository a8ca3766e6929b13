#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "../../dsl-examples/polybench/polybench.hpp"
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

using namespace polybench;

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

Case case_of(const Kernel& kernel) {
  const auto found = std::find_if(expectations.begin(), expectations.end(),
                                  [&](const Expectation& expectation) { return expectation.kernel == kernel.name; });
  REQUIRE_MESSAGE(found != expectations.end(), "no reference for " << kernel.name);
  return {kernel, found->reference, found->prepare};
}

const Kernel& kernel_named(const std::string& name) {
  return *std::find_if(kernels().begin(), kernels().end(), [&](const Kernel& kernel) { return kernel.name == name; });
}

void gemm_with_one_wrong_bit(Dataset dataset, reference::Arguments& a) {
  reference::gemm(dataset, a);
  double* C = a.array("C");
  C[7] = std::nextafter(C[7], 0.0);
}

void gemm_with_a_nan(Dataset dataset, reference::Arguments& a) {
  reference::gemm(dataset, a);
  a.array("C")[7] = std::nan("");
}

}  // namespace

TEST_CASE("polybench: every kernel equals its reference at mini size") {
  for (const Kernel& kernel : kernels()) {
    SUBCASE(kernel.name) { CHECK(difference(case_of(kernel), Dataset::mini) == ""); }
  }
}

TEST_CASE("polybench: every kernel equals its reference at small size") {
  for (const Kernel& kernel : kernels()) {
    SUBCASE(kernel.name) { CHECK(difference(case_of(kernel), Dataset::small) == ""); }
  }
}

TEST_CASE("polybench: every schedule pipelines the same program, and is accepted at each of the five sizes") {
  for (const Kernel& kernel : kernels()) {
    SUBCASE(kernel.name) {
      for (Dataset dataset : {Dataset::mini, Dataset::small, Dataset::medium, Dataset::large, Dataset::extralarge}) {
        CHECK(schedule_fault(kernel, dataset) == "");
      }
    }
  }
}

TEST_CASE("polybench: every schedule transforms loops, except where the dependences leave one order only") {
  const std::set<std::string> sequential = {"durbin", "ludcmp"};
  for (const Kernel& kernel : kernels()) {
    CAPTURE(kernel.name);
    CHECK(transforms_loops(kernel, Dataset::mini) == !sequential.contains(kernel.name));
  }
}

TEST_CASE("polybench: a reference that is wrong in one bit is noticed, and so is one without a number") {
  const Kernel& gemm = kernel_named("gemm");
  CHECK(difference({gemm, gemm_with_one_wrong_bit}, Dataset::mini).starts_with("C[0][7]: "));
  CHECK(difference({gemm, gemm_with_a_nan}, Dataset::mini) == "C[0][7] is not finite in the reference");
}

TEST_CASE("polybench: a reference asks for arrays that the kernel has, by their types") {
  double element = 0;
  reference::Arguments arguments;
  arguments.bind("A", &element);
  CHECK(arguments.array("A") == &element);
  CHECK_THROWS_AS(arguments.array("B"), std::logic_error);
  CHECK_THROWS_AS(arguments.array<float>("A"), std::logic_error);
}
