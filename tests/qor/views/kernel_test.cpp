#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

#include <pom/pom.hpp>

#include "driver/pipeline/pipeline.hpp"
#include "dse/kernel/from_loops.hpp"

using namespace pom;

namespace {

std::unique_ptr<driver::Compilation> compiled(const pom::function& program) {
  StageDump silent({});
  return driver::run_pipeline(program.record(), silent);
}

/// The trip counts of the innermost loop of the program's only nest.
dse::TripCount innermost(const dse::Kernel& kernel) {
  const dse::Node* node = &kernel.functions.at(kernel.top).body.at(0);
  dse::TripCount trip;
  while (node->kind != dse::Node::Kind::assignment) {
    if (node->kind == dse::Node::Kind::loop) trip = node->loop.trip;
    node = node->kind == dse::Node::Kind::loop ? &node->loop.body.at(0) : &node->branch.then.at(0);
  }
  return trip;
}

}  // namespace

TEST_CASE("trip counts: a triangle of 65536 rows is summed exactly, without running through it") {
  pom::function program("triangle");
  const int N = 65536;
  program.scope([&] {
    var i("i", 0, N), j("j", 0, i + 1);
    placeholder A("A", {N}, p_float32);
    compute s("s", {i, j}, A(i) + 1, A(i));
  });
  const dse::TripCount trip = innermost(*compiled(program)->view);
  CHECK(trip.exact);
  CHECK(trip.min == 1);
  CHECK(trip.max == N);
  CHECK(trip.average == doctest::Approx((N + 1) / 2.0).epsilon(1e-12));
}

TEST_CASE("trip counts: three dependent loops weigh the middle one by its outer iterations") {
  pom::function program("pyramid");
  const int N = 4096;
  program.scope([&] {
    var i("i", 0, N), j("j", 0, i + 1), k("k", 0, j + 1);
    placeholder A("A", {N}, p_float32);
    compute s("s", {i, j, k}, A(i) + 1, A(i));
  });
  const dse::TripCount trip = innermost(*compiled(program)->view);
  const double n = N, entries = n * (n + 1) / 2, iterations = n * (n + 1) * (n + 2) / 6;
  CHECK(trip.exact);
  CHECK(trip.average == doctest::Approx(iterations / entries).epsilon(1e-12));
}

TEST_CASE("trip counts: partial tiles of a size that no tile divides") {
  pom::function program("tiled");
  const int N = 1001;
  program.scope([&] {
    var i("i", 0, N), j("j", 0, i + 1), j0("j0"), j1("j1");
    placeholder A("A", {N, N}, p_float32);
    compute s("s", {i, j}, A(i, j) + 1, A(i, j));
    s.split(j, 7, j0, j1);
  });
  const dse::TripCount trip = innermost(*compiled(program)->view);
  double strips = 0;
  for (int i = 0; i < N; ++i) strips += i / 7 + 1;
  CHECK(trip.exact);
  CHECK(trip.min == 1);
  CHECK(trip.max == 7);
  CHECK(trip.average == doctest::Approx(N * (N + 1) / 2.0 / strips).epsilon(1e-12));
}

TEST_CASE("make_kernel: takes far less time than a search step") {
  pom::function program("products");
  const int N = 4096;
  program.scope([&] {
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    for (const char* name : {"x", "y", "z"}) {
      const std::string n = name;
      placeholder A("A" + n, {N, N}, p_float32), B("B" + n, {N, N}, p_float32), C("C" + n, {N, N}, p_float32);
      compute s("s" + n, {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
      var i0("i0"), j0("j0"), i1("i1"), j1("j1");
      s.reorder({k, i, j});
      s.tile(i, j, 2, 16, i0, j0, i1, j1).pipeline(j0, 1).unroll(i1, 2).unroll(j1, 16);
    }
  });
  const auto made = compiled(program);
  double best = 1e9;
  for (int run = 0; run < 20; ++run) {
    const auto start = std::chrono::steady_clock::now();
    CHECK(dse::make_kernel(*made->loops).functions.size() == 1);
    best = std::min(best, std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  MESSAGE("make_kernel: " << best << " us");
  CHECK(best < 1000);  // about 30 us in a release build; sanitizers are slow
}
