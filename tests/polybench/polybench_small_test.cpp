#include <doctest/doctest.h>

#include "../../dsl-examples/polybench/polybench.hpp"
#include "equality.hpp"

using namespace polybench;

TEST_CASE("polybench: every kernel equals its reference at small size") {
  for (const Kernel& kernel : kernels()) {
    SUBCASE(kernel.name) { CHECK(difference(case_of(kernel), Dataset::small) == ""); }
  }
}
