#include "../../../dsl-examples/paper/layers.hpp"
#include "fixture.hpp"

using namespace pom;
using test::Transformed;

namespace {

void declare_chain(int layers) {
  Network network;
  FeatureMap map = network.image(16, 16);
  for (int n = 0; n < layers; ++n) {
    map = network.convolution(map, 16);
    network.relu(map);
  }
}

}  // namespace

TEST_CASE("stage one: a convolution's sums go outside in their order") {
  const Transformed t([] { declare_chain(2); });
  CHECK(t.order("conv1_sum") == "i p q o y x");
  CHECK(t.info("conv1_sum").parallel_inner == 3);
  CHECK(t.result.tight == 0);
}

TEST_CASE("stage one: the time for a chain of layers grows like its length") {
  const double few = Transformed([] { declare_chain(20); }).milliseconds,
               many = Transformed([] { declare_chain(160); }).milliseconds;
  MESSAGE("20 layers: ", few, " ms, 160 layers: ", many, " ms");
  // 8 times as many; L log L allows 8 · 7.3 / 4.3 = 13.6. The rest is for a noisy machine.
  CHECK(many < 20 * few);
}
