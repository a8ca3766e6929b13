#include <doctest/doctest.h>

#include <cfloat>

#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::test;

namespace {

/// out[i] = x[i]·first + x[i]·second.
Function two_products(double first, double second) {
  Builder b;
  const int x = b.array("x", {64}), out = b.array("out", {64});
  const int left = b.op(OpKind::mul, b.load(x, {at(0)}), b.number(first));
  const int right = b.op(OpKind::mul, b.load(x, {at(0)}), b.number(second));
  Node loop = b.loop(0, 64, {b.set(out, {at(0)}, b.op(OpKind::add, left, right))});
  loop.loop.pipeline = 1;
  b.function.body = {loop};
  return b.function;
}

double dsp(const Function& function) {
  return estimate_function(function, "xc7z020", 10, devices::ToolVersion{2022, 2}).resources.dsp;
}

std::string text(const Function& function) {
  Kernel kernel;
  kernel.functions.push_back(function);
  return to_string(kernel);
}

}  // namespace

TEST_CASE("estimate: products by different literals are different products, however near the literals are") {
  const double apart = dsp(two_products(0.5, 3.0)), one = dsp(two_products(0.5, 0.5));
  CHECK(one < apart);
  CHECK(dsp(two_products(1e-6, 3e-7)) == apart);
  CHECK(dsp(two_products(0.333333, 0.33333)) == apart);
  CHECK(dsp(two_products(FLT_MAX, 3.0)) == apart);
}

TEST_CASE("kernel text: kernels that differ in what an estimate reads have different texts") {
  const Function first = two_products(0.1234567, 3.0);
  CHECK(text(two_products(0.1234568, 3.0)) != text(first));
  const auto differs = [&](const auto& change) {
    Function other = first;
    change(other);
    return text(other) != text(first);
  };
  CHECK(differs([](Function& f) { f.arrays[0].internal = true; }));
  CHECK(differs([](Function& f) { f.arrays[0].initialized = true; }));
  CHECK(differs([](Function& f) { f.control = "ap_ctrl_none"; }));
  Function promised = first, stream = first;
  promised.body[0].loop.promises = {{0, 1, false}};
  stream.arrays[0].stream = true;
  const std::string both = text(promised), streams = text(stream);
  promised.body[0].loop.promises[0].flow_only = true;
  stream.arrays[0].fifo = true;
  CHECK(text(promised) != both);
  CHECK(text(stream) != streams);
}
