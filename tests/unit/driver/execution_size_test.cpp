#include <doctest/doctest.h>

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "driver/pipeline/pipeline.hpp"
#include "driver/verify/execution_size.hpp"
#include "dsl/execute/interpret.hpp"
#include "dsl/model/at_sizes.hpp"
#include "fixture.hpp"
#include "polyhedral/loops/count_iterations.hpp"

using namespace pom;

namespace {

std::unique_ptr<driver::Compilation> compile(const function& program) {
  StageDump silent({});
  return driver::run_pipeline(program.record(), silent);
}

std::int64_t iterations(const function& program, std::int64_t limit) {
  const auto made = compile(program);
  return poly::count_iterations(*made->loops, dsl::largest_sizes(*made->program), limit);
}

function triangle(int size) {
  function program("triangle");
  program.scope([&] {
    var i("i", 0, size), j("j", 0, i + 1);
    placeholder A("A", {size, size}, p_int32);
    compute s("s", {i, j}, A(i, j) + 1, A(i, j));
  });
  return program;
}

}  // namespace

TEST_CASE("count_iterations: every loop's iterations, those of triangles one by one") {
  CHECK(iterations(triangle(8), 1000) == 8 + 36);
  CHECK(iterations(triangle(8), 40) == 41);
  CHECK(iterations(test::doubling("twice", 16, 4), 1000) == 4 + 16);
}

TEST_CASE("count_instances: loops in which nothing happens are not walked for ever") {
  function program("sparse");
  program.scope([] {
    var i("i", 0, 2147483647), j("j", i, 4);
    placeholder A("A", {4}, p_int32);
    compute s("s", {i, j}, A(j) + 1, A(j));
  });
  CHECK(dsl::count_instances(*program.record(), 1000) <= 1001);
}

TEST_CASE("too_large: loops that are longer where a size is small count at the sizes that are executed") {
  function program("shrinking");
  program.scope([] {
    parameter N("N", 0, 1000000);
    var i("i", N, 1000001);
    placeholder A("A", {8}, p_int32);
    compute s("s", {i}, A(i % 8) + 1, A(i % 8));
  });
  CHECK(dsl::count_instances(*program.record(), 10'000'000) == 1000001);
  CHECK(driver::too_large(*program.record(), {1000, 4000, 0}).find("more than 1 000 instances") != std::string::npos);
  CHECK(iterations(program, 10'000'000) == 1);
  CHECK_FALSE(driver::too_large(*compile(program)->loops, {10'000'000, 4000, 1'000'000}).empty());
}

TEST_CASE("too_large: elements count by their bytes") {
  const function program = test::doubling("twice", 1000, 0);
  CHECK(driver::too_large(*program.record(), {1000, 4000, 0}).empty());
  CHECK(driver::too_large(*program.record(), {1000, 3999, 0}).find("arrays have 4 000 bytes") != std::string::npos);
  CHECK(driver::too_large(*program.record(), {999, 4000, 0}).find("more than 999 instances") != std::string::npos);
}

TEST_CASE("too_large: an instance of many operations counts as several, and shared parts count once") {
  function nested("nested"), shared("shared");
  const auto declare = [](bool share) {
    var i("i", 0, 1000);
    placeholder A("A", {1000}, p_int32), B("B", {1000}, p_int32);
    expr value = A(i);
    for (int n = 0; n < (share ? 15 : 150); ++n) value = share ? value ^ value : value ^ (n + 1);
    compute s("s", {i}, value, B(i));
  };
  nested.scope([&] { declare(false); });
  shared.scope([&] { declare(true); });
  // The load, its index, 150 operators and 150 constants.
  CHECK(dsl::count_work(*nested.record(), 1'000'000) == 10'000);
  CHECK(driver::too_large(*nested.record(), {9'999, 8000, 0}).find("9 999 instances of 32 operations") !=
        std::string::npos);
  CHECK(driver::too_large(*nested.record(), {10'000, 8000, 0}).empty());
  CHECK(dsl::count_work(*shared.record(), 1'000'000) == 1000);
}

TEST_CASE("verify: an arm that nothing takes does not have large arrays filled again and again") {
  const auto seconds = [](int never) {
    function program("corner");
    program.scope([&] {
      var i("i", 0, 64);
      placeholder A("A", {64, 100000}, p_int8), B("B", {64, 100000}, p_int8);
      compute s("s", {i}, select(A(i, 0) < never, A(i, 1), 3), B(i, 0));
    });
    const auto start = std::chrono::steady_clock::now();
    CHECK(program.verify().agreed);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const double all_taken = seconds(0);
  CHECK(seconds(-128) < 3 * all_taken + 0.5);
}

TEST_CASE("codegen: where only arrays are too large, the loops are executed at full size and called so") {
  const test::Scratch scratch;
  function program("diagonal");
  program.scope([] {
    var i("i", 0, 8);
    placeholder A("A", {30000, 30000}, p_float64), B("B", {8}, p_float64);
    compute s("s", {i}, A(i, i) + 1, B(i));
  });
  const Report report = program.codegen(test::quiet(scratch / "diagonal"));
  CHECK(report.verified);
  CHECK_FALSE(report.verification.reduced);
  CHECK(report.verification.sizes == "at full size, with arrays as large as what is accessed");
}

TEST_CASE("codegen: of a program that leaves its arrays, the summary says that its test bench does") {
  const test::Scratch scratch;
  function program("beyond");
  program.scope([] {
    var i("i", 0, 32);
    placeholder A("A", {8});
    compute s("s", {i}, A(i) * 2, A(i));
    allow_out_of_bounds();
  });
  const Report report = program.codegen(test::quiet(scratch / "beyond"));
  CHECK(report.summary.find("()") == std::string::npos);
  CHECK(report.summary.find("the test bench") != std::string::npos);
  CHECK(test::read(scratch / "beyond/beyond_tb.cpp").find("outside") != std::string::npos);
}

TEST_CASE("codegen: accesses that no larger array has are not executed, and the warning names one") {
  const test::Scratch scratch;
  function program("before");
  std::string what;
  std::function<void()> body;
  SUBCASE("reads before the first element") {
    what = "\"s\" may read before the first element of \"A\"";
    body = [] {
      var i("i", 0, 32), j("j", 0, 4);
      placeholder A("A", {32, 4}, p_int32), B("B", {32, 4}, p_int32);
      compute s("s", {i, j}, A(i, j - 1), B(i, j));
    };
  }
  SUBCASE("writes before the first element") {
    what = "\"s\" may write before the first element of \"B\"";
    body = [] {
      var i("i", 0, 32);
      placeholder A("A", {32}, p_int32), B("B", {32}, p_int32);
      compute s("s", {i}, A(i), B(i - 500'000'000));
    };
  }
  SUBCASE("reads of a table") {
    what = "\"s\" may read outside of the table \"T\"";
    body = [] {
      var i("i", 0, 5);
      placeholder T("T", {4}, p_int32), B("B", {5}, p_int32);
      T.values({1, 2, 3, 4});
      compute s("s", {i}, T(i), B(i));
    };
  }
  program.scope([&] {
    body();
    allow_out_of_bounds();
  });
  const Report report = program.codegen(test::quiet(scratch / "before"));
  CHECK_FALSE(report.verified);
  CHECK(report.verification.detail == what);
}

namespace {

/// A program of 2^93 iterations.
function eternal() {
  function program("eternal");
  program.scope([] {
    var i("i", 0, 2147483647), j("j", 0, 2147483647), k("k", 0, 2147483647);
    placeholder A("A", {8}, p_int32);
    compute s("s", {i, j, k}, A(0) + 1, A(0));
  });
  return program;
}

}  // namespace

TEST_CASE("codegen: latencies beyond all counts give no estimate, and no negative one") {
  const test::Scratch scratch;
  function program = eternal();
  const Report report = program.codegen(test::quiet(scratch / "eternal"));
  CHECK_FALSE(report.estimate.available);
  CHECK(report.estimate.reason.find("a run would take more than") != std::string::npos);
  CHECK(report.verified);
}

TEST_CASE("auto_DSE: latencies beyond all counts have no ratio to others") {
  const test::Scratch scratch;
  function program = eternal();
  const Report report = program.auto_DSE(scratch / "eternal", test::quiet(scratch / "eternal"));
  CHECK_FALSE(report.estimate.available);
  CHECK_FALSE(report.as_written.available);
  const auto written = nlohmann::json::parse(test::read(scratch / "eternal/report.json"));
  for (const char* key : {"baseline", "automatic", "speedup", "speedup_over_automatic", "bound", "gap"})
    CHECK_FALSE(written.contains(key));
  CHECK(report.verified);
}

TEST_CASE("codegen: the test bench keeps arrays on the heap that would not link as static ones") {
  const test::Scratch scratch;
  CompileOptions options = test::quiet(scratch / "large");
  test::doubling("large", 1 << 28, 0).codegen(options);
  const std::string bench = test::read(scratch / "large/large_tb.cpp");
  CHECK(bench.find("static float* const pom_expected_x = new float[268435456];") != std::string::npos);
  // Where there is less memory, the bench says how much it needs, before it asks for it.
  CHECK(bench.find("need 3 GiB of memory") < bench.find("std::set_new_handler(pom_no_memory)"));
  CHECK(bench.find("std::set_new_handler(pom_no_memory)") < bench.find("= new float"));
  options.path = scratch / "small";
  test::doubling("small", 1 << 10, 0).codegen(options);
  CHECK(test::read(scratch / "small/small_tb.cpp").find("static float pom_expected_x[1024];") != std::string::npos);
}
