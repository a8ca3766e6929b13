#include <ctime>

#include "dse/explore/structure/at_once.hpp"
#include "fixture.hpp"
#include "nest_fixture.hpp"

using namespace pom;

namespace large_chips_tests {

namespace {

std::int64_t at_once(const std::function<void()>& body) {
  const test::Compiled program(body);
  return dse::explore::count_at_once(dse::make_kernel(*poly::generate_loops(program.as_written)).top_function());
}

}  // namespace

TEST_CASE("nests at once: those without an array in common, of those that are long") {
  CHECK(at_once([] {
          var i("i", 0, 30), j("j", 0, 30);
          placeholder A("A", {30, 30}), B("B", {30, 30}), C("C", {30, 30}), D("D", {30, 30}), e("e", {30});
          compute s("s", {i, j}, A(i, j) = B(i, j) * 2.0f);
          compute t("t", {i, j}, C(i, j) = D(i, j) * 2.0f);     // beside s
          compute u("u", {i}, e(i) = 1.0f);                     // too short to count
          compute v("v", {i, j}, D(i, j) = A(i, j) * C(i, j));  // behind both
        }) == 2);
  CHECK(at_once([] {
          var i("i", 0, 30), n("n", i, 30);
          placeholder A("A", {30}), B("B", {30}), C("C", {30});
          compute s("s", {i}, B(i) = A(i) * 2.0f);
          compute t("t", {i, n}, C(i) += B(n));
        }) == 1);
}

TEST_CASE("auto_DSE: of many loops on a large chip, no more configurations are listed than there is time for") {
  function program("deep");
  program.scope([] {
    constexpr int n = 48;
    const std::vector<var> i = {{"a", 0, n}, {"b", 0, n}, {"c", 0, n}, {"d", 0, n}, {"e", 0, n}, {"f", 0, n}};
    placeholder A("A", {n, n, n, n, n, n}), B("B", {n, n, n, n, n, n});
    compute s("s", i, B(i[0], i[1], i[2], i[3], i[4], i[5]) = A(i[0], i[1], i[2], i[3], i[4], i[5]) * 2.0f);
  });
  DseOptions options = test::silent();
  options.device = "xcu280";
  options.seconds = 60;
  const Report found = program.auto_DSE(options);
  CHECK(found.exploration.ended_early == "");
  CHECK_FALSE(found.exploration.exhaustive);
  CHECK(found.exploration.candidates < 10'000);
}

TEST_CASE("auto_DSE: a hundred nests that run all at once are put together in the time of the search") {
  function program("wide");
  program.scope([] {
    var i("i", 0, 32);
    for (int n = 0; n < 100; ++n) {
      const std::string number = std::to_string(n);
      placeholder A("A" + number, {32}), B("B" + number, {32});
      compute s("s" + number, {i}, B(i) = A(i) * static_cast<float>(n) + B(i));
    }
  });
  DseOptions options = test::silent();
  options.device = "xcu280";
  options.seconds = 2;
  options.verify = false;
  const std::clock_t begin = std::clock();
  program.auto_DSE(options);
  CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 8);  // of the processor
}

TEST_CASE("auto_DSE: a chip with several times as many DSP blocks is filled with several times as many copies") {
  const auto product = [] {
    function program("product");
    program.scope([] {
      var i("i", 0, 128), j("j", 0, 128), k("k", 0, 128);
      placeholder A("A", {128, 128}), B("B", {128, 128}), C("C", {128, 128});
      compute s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
    });
    return program;
  };
  DseOptions options = test::silent();
  options.device = "xcu280";
  const Report all = product().auto_DSE(options);
  CHECK(all.estimate.latency < 128 * 128 * 128 / 256);
  CHECK(all.exploration.gap < 0.1);
  options.dsp = 0.15;  // as many as a chip of 1350 blocks has
  const Report part = product().auto_DSE(options);
  CHECK(part.estimate.latency >= 128 * 128 * 128 / 256);
}

}  // namespace large_chips_tests
