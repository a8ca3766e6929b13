#include <doctest/doctest.h>

#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace {

enum class Instances { one, any };

/// `calls` times to[i] = from[i] * from[i] + from[i], each from and to arrays of its own; the first `behind_bus` of
/// those that are read lie behind a bus.
Qor squares(int calls, Instances instances, int behind_bus = 0) {
  Builder callee;
  const int from = callee.array("from", {256}), to = callee.array("to", {256});
  const auto element = [&] { return callee.load(from, {at(0)}); };
  const int value = callee.op(OpKind::add, callee.op(OpKind::mul, element(), element()), element());
  callee.function.name = "square";
  callee.function.body = {callee.loop(0, 256, {callee.set(to, {at(0)}, value)})};
  callee.function.inlining = Function::Inline::never;
  callee.function.one_instance = instances == Instances::one;
  Builder caller;
  for (int n = 0; n < calls; ++n) {
    Node node;
    node.kind = Node::Kind::call;
    node.call.function = 1;
    node.call.arrays = {caller.array("from" + std::to_string(n), {256}), caller.array("to" + std::to_string(n), {256})};
    node.call.values = {-1, -1};
    node.call.offsets.resize(2);
    caller.function.body.push_back(node);
    caller.function.arrays[node.call.arrays[0]].port.mode = n < behind_bus ? "m_axi" : "ap_memory";
  }
  Kernel kernel;
  kernel.functions = {caller.function, callee.function};
  return estimate_kernel(kernel, "xc7z020", 10, {2022, 2});
}

double lut_of(const Qor& qor, const std::string& cause) {
  for (const ResourceShare& share : qor.shares) {
    if (share.cause == cause) return share.resources.lut;
  }
  return 0;
}

}  // namespace

TEST_CASE("functions: calls that share an instance take turns") {
  const Qor once = squares(1, Instances::one), thrice = squares(3, Instances::one);
  CHECK(thrice.latency_max >= 3 * once.latency_max - 6);
  CHECK(squares(3, Instances::any).latency_max < once.latency_max + 6);
}

TEST_CASE("functions: a shared instance is built once, with its operators") {
  const Qor once = squares(1, Instances::one), thrice = squares(3, Instances::one);
  CHECK(once.resources.dsp == 5);  // a product and a sum of floats
  CHECK(thrice.resources.dsp == 5);
  CHECK(squares(3, Instances::any).resources.dsp == 15);
  CHECK(lut_of(thrice, "operators") == lut_of(once, "operators"));
  CHECK(lut_of(thrice, "instances") == lut_of(once, "instances"));
}

TEST_CASE("functions: what a shared instance reads is chosen from the arrays of its calls") {
  // Each array has ports of its own; beyond those, one multiplexer: 9 LUT for two inputs, 14 for three.
  const double once = lut_of(squares(1, Instances::one), "multiplexers");
  CHECK(lut_of(squares(2, Instances::one), "multiplexers") == doctest::Approx(2 * once + 9));
  CHECK(lut_of(squares(3, Instances::one), "multiplexers") == doctest::Approx(3 * once + 14));
}

TEST_CASE("functions: calls that hand over ports of different protocols are estimated with the first one's") {
  CHECK(squares(2, Instances::one, 1).latency_max > squares(2, Instances::one, 0).latency_max);
}
