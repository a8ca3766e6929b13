#include "fixture.hpp"

/// Words of arguments behind a bus that feed the copies of a loop as they come.
using namespace pom;

namespace words_in_place_tests {

namespace {

/// B(i, j) = A(i, j) · v: one element of v for each row, or one for each column.
function scaled(int rows, int columns, bool by_row) {
  function program("scaled");
  program.scope([&] {
    var i("i", 0, rows), j("j", 0, columns);
    placeholder A("A", {rows, columns}, p_int16), B("B", {rows, columns}, p_int16);
    placeholder v("v", {by_row ? rows : columns}, p_int16);
    compute s("s", {i, j}, B(i, j) = cast(A(i, j) * (by_row ? v(i) : v(j)), p_int16));
    A.interface("m_axi", "a");
    B.interface("m_axi", "b");
    v.interface("m_axi", "v");
  });
  return program;
}

Report search(function program) {
  DseOptions options = test::silent();
  options.board = "kv260";
  options.verify = true;
  return program.auto_DSE(options);
}

bool says(const Report& report, const char* text) {
  return report.exploration.schedule.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("auto_DSE: rows come and go in words, and only what scales them lies on the chip") {
  for (const bool by_row : {true, false}) {
    const Report found = search(scaled(128, 64, by_row));
    CHECK(found.verified);
    // Eight elements a cycle, and what comes before the first ones.
    CHECK(found.estimate.latency <= 128 * 64 / 8 + 128);
    CHECK(says(found, "v.buffer();"));
    CHECK_FALSE(says(found, "A.buffer"));
    CHECK(found.estimate.bram_18k <= 16);
    CHECK(found.exploration.bound <= static_cast<double>(found.estimate.latency));
  }
}

TEST_CASE("auto_DSE: rows that are no whole words, and columns, are not taken in place") {
  const Report odd = search(scaled(16, 35, true));
  CHECK(odd.verified);
  function columns("columns");
  columns.scope([] {
    var i("i", 0, 64), j("j", 0, 32);
    placeholder A("A", {32, 64}, p_int16), B("B", {64, 32}, p_int16);
    compute s("s", {i, j}, B(i, j) = A(j, i));
    A.interface("m_axi", "a");
    B.interface("m_axi", "b");
  });
  const Report turned = search(std::move(columns));
  CHECK(turned.verified);
  CHECK(says(turned, "A.buffer"));
}

TEST_CASE("auto_DSE: two arguments that are used once come in words without any buffer") {
  function program("sum");
  program.scope([] {
    var n("n", 0, 4096);
    placeholder a("a", {4096}), b("b", {4096}), c("c", {4096});
    compute s("s", {n}, c(n) = a(n) + b(n));
    for (const placeholder* array : {&a, &b, &c}) array->interface("m_axi", "of_" + array->name());
  });
  const Report found = search(std::move(program));
  CHECK(found.verified);
  CHECK_FALSE(says(found, "buffer"));
  CHECK(found.estimate.latency <= 4096 / 4 + 128);
}

}  // namespace words_in_place_tests
