#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "../../dsl-examples/polybench/polybench.hpp"
#include "equality.hpp"
#include "reference/gemm.hpp"

using namespace polybench;

namespace {

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
