#pragma once
#include <doctest/doctest.h>

#include <pom/pom.hpp>

#include "../../slowness.hpp"
#include "dse/devices/tables/device.hpp"

namespace pom::test {

/// Two products, the second of the first one's result: two units that share the device.
inline function two_products(int size) {
  function program("products");
  program.scope([&] {
    var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    placeholder A("A", {size, size}), B("B", {size, size}), C("C", {size, size}), D("D", {size, size}),
        T("T", {size, size});
    compute first("first", {i, j, k}, T(i, j) + A(i, k) * B(k, j), T(i, j));
    compute second("second", {i, j, k}, D(i, j) + T(i, k) * C(k, j), D(i, j));
  });
  return program;
}

/// A sum of three neighbours.
inline function smoothing(int size) {
  function program("smoothing");
  program.scope([&] {
    var i("i", 1, size - 1);
    placeholder A("A", {size}), B("B", {size});
    compute s("s", {i}, (A(i - 1) + A(i) + A(i + 1)) * 0.25f, B(i));
  });
  return program;
}

/// Nothing written, executed or printed; as much is searched where sanitizers watch.
inline DseOptions silent() {
  DseOptions options;
  options.write = options.verify = false;
  options.quiet = true;
  options.seconds *= slowness;
  return options;
}

/// The largest share of the default device that the design takes.
inline double largest_share(const Estimate& e) {
  const auto device = *dse::devices::find_device("xc7z020");
  return std::max({e.dsp / static_cast<double>(device.dsp), e.lut / static_cast<double>(device.lut),
                   e.ff / static_cast<double>(device.ff), e.bram_18k / static_cast<double>(device.bram_18k)});
}

}  // namespace pom::test
