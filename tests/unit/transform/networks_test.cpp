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

TEST_CASE("stage one: a network of thirteen convolutions takes less than two seconds") {
  const Transformed t([] {
    Network network;
    FeatureMap map = network.image(3, 32);
    for (const auto& [channels, convolutions] :
         std::vector<std::pair<int, int>>{{64, 2}, {128, 2}, {256, 3}, {512, 3}, {512, 3}}) {
      for (int n = 0; n < convolutions; ++n) {
        map = network.convolution(map, channels);
        network.relu(map);
      }
      map = network.max_pool(map);
    }
  });
  const graph::DependenceGraph graph = t.graph();
  const auto start = std::chrono::steady_clock::now();
  const auto alternatives = dse::transform::transform_alternatives(t.program.record(), t.as_written, graph, t.options);
  const double all = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  MESSAGE(t.milliseconds, " ms; ", alternatives.size(), " alternatives in ", all, " ms");
  CHECK(all < 4000 * test::slowness);
  CHECK(t.result.tight_as_written == 13);
  CHECK(t.result.tight == 0);
  CHECK(t.milliseconds < 2000 * test::slowness);
}

TEST_CASE("stage one: the time for a chain of layers grows like its length") {
  const double few = Transformed([] { declare_chain(20); }).milliseconds,
               many = Transformed([] { declare_chain(160); }).milliseconds;
  MESSAGE("20 layers: ", few, " ms, 160 layers: ", many, " ms");
  // 8 times as many; L log L allows 8 · 7.3 / 4.3 = 13.6. The rest is for a noisy machine.
  CHECK(many < 20 * few);
}
