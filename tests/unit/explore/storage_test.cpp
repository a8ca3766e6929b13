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

TEST_CASE("auto_DSE: few memories outside are banks that loops wait for, not none") {
  const auto sum_of_neighbours = [] {
    function program("neighbours");
    program.scope([] {
      var i("i", 0, 64);
      placeholder A("A", {70}), B("B", {64});
      compute s("s", {i}, B(i) = A(i) + A(i + 1) + A(i + 2) + A(i + 3) + A(i + 4) + A(i + 5));
    });
    return program;
  };
  for (const double banks : {2.0, 3.0, 5.0}) {
    CAPTURE(banks);
    DseOptions options = test::silent();
    options.port_banks = banks;
    const Report found = sum_of_neighbours().auto_DSE(options);
    CHECK_FALSE(found.exploration.nothing_fits);
    CHECK(static_cast<double>(found.exploration.port_banks) <= banks);
    // By hand, 8 copies that take turns at one memory for each array: 84 cycles; as the tool pipelines it: 218.
    CHECK(found.estimate.latency <= 84);
    CHECK(found.exploration.bound > 0);
    CHECK(found.exploration.bound <= static_cast<double>(found.estimate.latency));
  }
}

TEST_CASE("auto_DSE: fewer memories outside than arguments are refused") {
  function program("copy");
  program.scope([] {
    var i("i", 0, 64);
    placeholder A("A", {64}), B("B", {64});
    compute s("s", {i}, B(i) = A(i) + 1.0f);
  });
  DseOptions options = test::silent();
  options.port_banks = 1;
  try {
    program.auto_DSE(options);
    FAIL("one memory holds two arguments");
  } catch (const CompileError& error) {
    CHECK(error.diagnostics().front().code == "no-design");
  }
}

TEST_CASE("auto_DSE: a small table that each iteration looks up is registers") {
  function program("machine");
  program.scope([] {
    var i("i", 0, 512);
    placeholder A("A", {512}, p_uint(1)), O("O", {512}, p_uint(2)), next("next", {4, 2}, p_uint(2));
    next.values({1, 2, 3, 0, 2, 1, 0, 3});
    scalar s("s", p_uint(2));
    compute c("c", {}, s = 0);
    compute a("a", {i}, s = next(s, A(i)));
    compute o("o", {i}, O(i) = s);
    o.after(a, i);
  });
  DseOptions options = test::silent();
  options.verify = true;
  const Report found = program.auto_DSE(options);
  CHECK(found.verified);
  CHECK(found.exploration.schedule.find("next.partition(") != std::string::npos);
  // A memory would take a cycle for each of the states that follow each other.
  CHECK(found.estimate.latency < 512 / 2);
}

TEST_CASE("auto_DSE: so is a table of bytes") {
  function program("crc");
  program.scope([] {
    std::vector<int> contents(256);
    for (int n = 0; n < 256; ++n) contents[static_cast<std::size_t>(n)] = (7 * n + 3) % 256;
    var i("i", 0, 64);
    placeholder d("d", {64}, p_uint8), next("next", {256}, p_uint8);
    next.values(contents);
    scalar x("x", p_uint8);
    x.returned();
    compute start("start", {}, x = 0);
    compute step("step", {i}, x = next((x ^ d(i)) & 255));
  });
  const Report found = program.auto_DSE(test::silent());
  CHECK(found.exploration.schedule.find("next.partition(") != std::string::npos);
  // A memory takes a cycle more for each of 64 states that follow each other, and a mask takes none.
  CHECK(found.estimate.latency <= 68);
}
