#include "fixture.hpp"

using namespace pom;

namespace {

function dot_product(bool reassociated) {
  function program("dot");
  program.scope([&] {
    if (reassociated) allow_reassociation();
    var k("k", 0, 1024);
    placeholder x("x", {1024}), y("y", {1024}), sum("sum", {1});
    compute s("s", {k}, sum(0) += x(k) * y(k));
  });
  return program;
}

enum class Storage { scalar, array };

function row_products(Storage storage) {
  function program("rows");
  program.scope([&] {
    var i("i", 0, 16), j("j", 0, 16);
    placeholder A("A", {16, 16}), B("B", {16, 16}), y("y", {16}), each("each", {16});
    each.local();
    scalar one("one");
    if (storage == Storage::scalar) {
      compute c("c", {i}, one = 0);
      compute a("a", {i, j}, one += A(i, j) * B(i, j));
      compute w("w", {i}, y(i) = one);
      a.after(c, i);
      w.after(a, i);
    } else {
      compute c("c", {i}, each(i) = 0);
      compute a("a", {i, j}, each(i) += A(i, j) * B(i, j));
      compute w("w", {i}, y(i) = each(i));
      a.after(c, i);
      w.after(a, i);
    }
  });
  return program;
}

DseOptions executed() {
  DseOptions options = test::silent();
  options.verify = true;
  return options;
}

bool has(const Report& report, const char* text) { return report.exploration.schedule.find(text) != std::string::npos; }

}  // namespace

TEST_CASE("auto_DSE: a sum of floats gets partial results where it may be reassociated") {
  const Report in_order = dot_product(false).auto_DSE(executed());
  CHECK_FALSE(has(in_order, "rfactor"));
  const Report in_any_order = dot_product(true).auto_DSE(executed());
  CHECK(has(in_any_order, "rfactor"));
  CHECK(in_any_order.verified);
  CHECK(in_any_order.estimate.latency * 10 < in_order.estimate.latency);
  // The bound is one of all programs that were searched.
  CHECK(in_any_order.exploration.bound <= static_cast<double>(in_any_order.estimate.latency));
  DseOptions as_it_is = executed();
  as_it_is.rewrite = false;
  CHECK(dot_product(true).auto_DSE(as_it_is).estimate.latency == in_order.estimate.latency);
}

TEST_CASE("auto_DSE: a scalar that all iterations of a loop use costs no more than an array in its place") {
  const Report by_hand = row_products(Storage::array).auto_DSE(executed());
  const Report found = row_products(Storage::scalar).auto_DSE(executed());
  CHECK(has(found, "expand"));
  CHECK(found.verified);
  CHECK(static_cast<double>(found.estimate.latency) <= 1.1 * static_cast<double>(by_hand.estimate.latency));
  CHECK_FALSE(has(by_hand, "expand"));
}

TEST_CASE("auto_DSE: the schedule with a rewriting is the function's own, and gives the same design again") {
  function program = row_products(Storage::scalar);
  const Report found = program.auto_DSE(test::silent());
  REQUIRE(has(found, "expand"));
  CompileOptions options;
  options.write = options.verify = false;
  options.quiet = true;
  const Report again = program.codegen(options);
  CHECK(again.hls_cpp == found.hls_cpp);
  CHECK(again.estimate.latency == found.estimate.latency);
}

TEST_CASE("limits: no design asks for more memories outside than it may") {
  const Report all = test::two_products(32).auto_DSE(test::silent());
  REQUIRE(all.exploration.port_banks > 12);
  DseOptions options = test::silent();
  options.port_banks = 12;
  const Report few = test::two_products(32).auto_DSE(options);
  CHECK(few.exploration.port_banks <= 12);
  CHECK(few.exploration.port_banks >= 5);  // arrays
  CHECK_FALSE(few.exploration.nothing_fits);
  CHECK(few.estimate.latency >= all.estimate.latency);
}
