#include <doctest/doctest.h>

#include <functional>

#include "fixture.hpp"

using namespace pom;

namespace {

Report compile(const std::function<void()>& declare) {
  function program("f");
  program.scope(declare);
  CompileOptions options;
  options.quiet = true;
  options.write = options.verify = false;
  return program.codegen(options);
}

}  // namespace

TEST_CASE("estimates: a product with one bit of a number has the bit's width") {
  const auto masked = [](bool narrow) {
    return compile([&] {
      var i("i", 0, 256);
      placeholder A("A", {256}, p_int32), B("B", {256}, p_int32), C("C", {256}, p_int32);
      const expr bit = A(i) & 1;
      compute s("s", {i}, C(i) = B(i) * (narrow ? cast(bit, p_uint(1)) : bit));
      s.pipeline(i, 1);
    });
  };
  CHECK(masked(false).estimate.dsp == 0);
  CHECK(masked(false).estimate.dsp == masked(true).estimate.dsp);
}

TEST_CASE("estimates: the square of a difference is as wide as any product of two of its width") {
  const auto product = [](bool square) {
    return compile([&] {
      var i("i", 0, 256);
      placeholder A("A", {256}, p_int16), B("B", {256}, p_int16), C("C", {256}, p_int64);
      const expr a = cast(A(i), p_int64), difference = a - B(i);
      compute s("s", {i}, C(i) = difference * (square ? difference : a + B(i)));
      s.pipeline(i, 1);
    });
  };
  CHECK(product(true).estimate.dsp == product(false).estimate.dsp);
}

TEST_CASE("codegen: one directive on a loop that two computes share leaves it one pipeline") {
  const auto fused = [](bool both) {
    return compile([&] {
      const int n = 32;
      var i("i", 0, n), j("j", 0, n), k("k", 0, n), j0("j0"), j1("j1");
      placeholder A("A", {n, n}, p_int16), B("B", {n, n}, p_int16), C("C", {n, n}, p_int32);
      compute z("z", {i, j}, C(i, j) = 0), s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
      for (compute* one : {&z, &s}) one->split(j, 6, j0, j1);  // the last strip is partial
      s.after(z, j1);
      s.pipeline(j0, 1);
      if (both) z.pipeline(j0, 1);
    });
  };
  CHECK(fused(false).hls_cpp == fused(true).hls_cpp);
}
