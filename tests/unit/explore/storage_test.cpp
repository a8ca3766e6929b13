#include "fixture.hpp"

using namespace pom;

namespace {

/// Back substitution in a local array: each iteration of k reads row k, and reads and writes the rows before it.
function substitute(bool decided) {
  function program("substitute");
  program.scope([&] {
    constexpr int size = 32;
    var k("k", 0, size), i("i", 0, k), j("j", 0, size), x("x", 0, size), y("y", 0, size), p("p", 0, size),
        q("q", 0, size);
    placeholder A("A", {size, size}), B("B", {size, size}), C("C", {size, size}), T("T", {size, size});
    T.local();
    compute load("load", {x, y}, T(x, y) = B(x, y));
    compute s("s", {k, i, j}, T(i, j) += A(k, i) * T(k, j));
    compute store("store", {p, q}, C(p, q) = T(p, q));
    if (decided) T.bind_storage("ram_2p", "auto");
  });
  return program;
}

}  // namespace

TEST_CASE("auto_DSE: a local array whose ports a loop waits for has a memory for each read, where that pays") {
  DseOptions options = test::silent();
  options.verify = true;
  const Report found = substitute(false).auto_DSE(options);
  CHECK(found.verified);
  CHECK(found.exploration.schedule.find("T.bind_storage(\"ram_1wnr\"") != std::string::npos);
  const Report decided = substitute(true).auto_DSE(options);
  CHECK(decided.exploration.schedule.find("ram_1wnr") == std::string::npos);
  CHECK(found.estimate.latency < 0.95 * static_cast<double>(decided.estimate.latency));
  CHECK(found.exploration.bound <= static_cast<double>(found.estimate.latency));
}
