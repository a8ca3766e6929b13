#include "dse/explore/budget/limits.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "dse/estimate/qor/upper_bound.hpp"
#include "fixture.hpp"

using namespace pom;

namespace {

constexpr std::array used_luts = {10.0, 3000.0, 4999.0, 5000.0, 20000.0, 29999.0, 30000.0, 41000.0};
constexpr std::array intervals = {0, 1, 2, 3, 8, 9, 40};

}  // namespace

TEST_CASE("limits: a design fits when its upper bounds fit") {
  const dse::estimate::Resources most{220, 53200, 106400, 280, 0};
  for (const double confidence : {0.0, 0.5, 0.8, 0.9, 0.95}) {
    const dse::explore::Limits limits(most, confidence);
    for (const double lut : used_luts) {
      for (const int interval : intervals) {
        dse::estimate::Resources used{100, lut, lut, 12, 0};
        const dse::estimate::Resources upper = dse::estimate::upper_bound(used, {interval, lut}, confidence);
        CHECK(limits.hold(used, interval) == (upper.lut <= most.lut && upper.ff <= most.ff && upper.uram == 0));
        used.dsp = 221;
        CHECK_FALSE(limits.hold(used, interval));
      }
    }
  }
}

TEST_CASE(
    "limits: what fits is within the room of its interval and of shorter ones, and nearly all of it can be used") {
  for (const double confidence : {0.0, 0.5, 0.8, 0.9, 0.95}) {
    const dse::explore::Limits limits = dse::explore::Limits({220, 53200, 106400, 280, 0}, confidence).share(0.7);
    // A part of a design may end in one whose interval is longer, and whose kind has more room.
    double largest = 0;
    for (const int interval : std::views::reverse(intervals)) {
      CAPTURE(confidence);
      CAPTURE(interval);
      for (double lut = 0; lut < 53200; lut += 7) {
        const dse::estimate::Resources used{1, lut, 0, 0, 0};
        if (!limits.hold(used, interval)) continue;
        largest = std::max(largest, lut);
        for (const int shorter : intervals) {
          if (shorter <= interval) CHECK(limits.may_hold(used, shorter));
        }
      }
      CHECK(largest <= limits.room(interval).lut);
      CHECK(largest >= limits.room(interval).lut - 10);
    }
  }
}

TEST_CASE("limits: beside other parts there is room for so much less") {
  const dse::explore::Limits all({220, 53200, 106400, 280, 0}, 0.9);
  const dse::explore::Limits beside = all.beside({20, 3200, 100, 0, 0});
  for (const double lut : used_luts)
    CHECK(beside.hold({0, lut, 0, 0, 0}, 1) == all.hold({20, lut + 3200, 100, 0, 0}, 1));
  CHECK(beside.room(1).lut == doctest::Approx(all.room(1).lut - 3200));
}

TEST_CASE("limits: the design that is compiled holds every share, and more hardware is never slower") {
  const auto device = *dse::devices::find_device("xc7z020");
  double slower = 0;
  for (const double share : {1.0, 0.5, 0.25, 0.1}) {
    CAPTURE(share);
    DseOptions options = test::silent();
    options.dsp = options.lut = options.ff = options.bram = share;
    const Report report = test::two_products(64).auto_DSE(options);
    const UpperBound& upper = report.estimate.upper;
    CHECK(upper.confidence == 0.9);
    CHECK(upper.dsp <= share * static_cast<double>(device.dsp));
    CHECK(upper.lut <= share * static_cast<double>(device.lut));
    CHECK(upper.ff <= share * static_cast<double>(device.ff));
    CHECK(upper.bram_18k <= share * static_cast<double>(device.bram_18k));
    CHECK(report.warnings.empty());
    CHECK(static_cast<double>(report.estimate.latency) >= slower);
    CHECK(report.estimate.latency <= report.exploration.automatic);
    slower = static_cast<double>(report.estimate.latency);
  }
}

TEST_CASE("limits: one resource alone may be what limits") {
  DseOptions options = test::silent();
  options.dsp = 0.1;  // 22 blocks
  const Report few_dsp = test::smoothing(256).auto_DSE(options);
  CHECK(few_dsp.estimate.dsp <= 22);
  options.bind_operators = false;
  const Report all_in_dsp = test::smoothing(256).auto_DSE(options);
  CHECK(all_in_dsp.estimate.dsp <= 22);
  // Sums without DSP blocks leave the blocks to the products.
  CHECK(few_dsp.estimate.latency <= all_in_dsp.estimate.latency);
  CHECK(all_in_dsp.exploration.schedule.find("fabric") == std::string::npos);
}

TEST_CASE("auto_DSE: without split no loop is cut") {
  DseOptions options = test::silent();
  options.split = false;
  CHECK(test::two_products(98).auto_DSE(options).exploration.schedule.find("split(") == std::string::npos);
  CHECK(test::smoothing(98).auto_DSE(options).exploration.schedule.find("split(") == std::string::npos);
  function program("cross");
  program.scope([&] {
    placeholder A("A", {100, 100}), B("B", {100, 100});
    var i("i", 1, 99), j("j", 1, 99);
    compute s("s", {i, j}, A(i - 1, j) + A(i + 1, j) + A(i, j - 1) + A(i, j + 1), B(i, j));
  });
  CHECK(program.auto_DSE(options).exploration.schedule.find("split(") == std::string::npos);
}

TEST_CASE("auto_DSE: ports and storage that the program asks for stay") {
  function program = test::two_products(16);
  program.scope([&] { program.interface("s_axilite"); });
  const Report report = program.auto_DSE(test::silent());
  CHECK(report.hls_cpp.find("s_axilite") != std::string::npos);
  CHECK(report.exploration.schedule.find("s_axilite") != std::string::npos);
}

TEST_CASE("limits: each type of hardware strategy can be switched off") {
  const auto with = [](void (*change)(DseOptions&)) {
    DseOptions options = test::silent();
    if (change) change(options);
    return test::two_products(128).auto_DSE(options);
  };
  const Report all = with(nullptr);
  const Report no_pipeline = with([](DseOptions& o) { o.pipeline = false; });
  const Report no_unroll = with([](DseOptions& o) { o.unroll = false; });
  const Report no_split = with([](DseOptions& o) { o.split = false; });
  const Report no_partition = with([](DseOptions& o) { o.partition = false; });
  const auto uses = [](const Report& report, const char* directive) {
    return report.exploration.schedule.find(directive) != std::string::npos;
  };
  CHECK(uses(all, "pipeline"));
  CHECK(uses(all, "unroll"));
  CHECK(uses(all, "partition"));
  CHECK_FALSE(uses(no_pipeline, "pipeline"));
  CHECK_FALSE(uses(no_pipeline, "unroll"));
  CHECK_FALSE(uses(no_unroll, "unroll"));
  CHECK(uses(no_unroll, "pipeline"));
  CHECK_FALSE(uses(no_split, "split"));
  CHECK_FALSE(uses(no_partition, "partition"));
  for (const Report* less : {&no_pipeline, &no_unroll, &no_split, &no_partition})
    CHECK(less->estimate.latency_max >= all.estimate.latency_max);
}

TEST_CASE("auto_DSE: a loop that does not run at the sizes that are asked for is not cut") {
  function program("none");
  program.scope([] {
    parameter N("N", 0, 20);
    var i("i", 0, N), n("n", N, 20), j("j", 0, 8);
    placeholder A("A", {20}, p_int32), B("B", {1}, p_int32), C("C", {20}, p_int32);
    compute s("s", {i}, B(0) + A(i), B(0));
    compute t("t", {n, j}, C(n) += A(j));
  });
  for (const int size : {0, 20}) {
    DseOptions options = test::silent();
    options.sizes = {{"N", size}};
    options.verify = true;
    CHECK(program.auto_DSE(options).verified);
  }
}

TEST_CASE("auto_DSE: a search of several units claims to be exhaustive only where its design reaches the bound") {
  const Report one = test::smoothing(256).auto_DSE(test::silent());
  CHECK(one.exploration.exhaustive);
  const Report several = test::two_products(64).auto_DSE(test::silent());
  REQUIRE(several.exploration.gap > 0);
  CHECK_FALSE(several.exploration.exhaustive);
}

TEST_CASE("auto_DSE: a fact about a loop that the cut design refutes is left out, and the design stays") {
  // Uncut, the fused loop begins at max(0, 1 - ie), and runs alone. Six copies start at 0 whatever ie is: the tool runs
  // both loops as one, of which an iteration reads what the one before wrote.
  function program("waves");
  program.scope([] {
    parameter N("N", 3, 14), M("M", 3, 12), T("T", 1, 3);
    var t("t", 0, T), i("i", 0, N), j("j", 0, M), ih("ih", 0, N - 1), jh("jh", 0, M - 1), ie("ie", 1, N),
        je("je", 1, M);
    placeholder ex("ex", {N, M}), ey("ey", {N, M}), hz("hz", {N, M});
    compute s0("s0", {t, j}, ey(0, j) = cast(t + 1, p_float32));
    compute s1("s1", {t, ie, j}, ey(ie, j) -= 0.5 * (hz(ie, j) - hz(ie - 1, j)));
    compute s2("s2", {t, i, je}, ex(i, je) -= 0.5 * (hz(i, je) - hz(i, je - 1)));
    compute s3("s3", {t, ih, jh}, hz(ih, jh) -= 0.7 * (ex(ih, jh + 1) - ex(ih, jh) + ey(ih + 1, jh) - ey(ih, jh)));
    s1.after(s0, t);
    s2.after(s1, t);
    s3.after(s2, t);
  });
  DseOptions options = test::silent();
  options.verify = true;
  const Report report = program.auto_DSE(options);
  CHECK(report.verified);
  CHECK_FALSE(report.exploration.nothing_fits);
  CHECK(report.exploration.schedule.find("s3.shift(ih, 1)") != std::string::npos);
  CHECK(report.exploration.schedule.find("s1.dependence(j0_2, hz)") != std::string::npos);
  CHECK(report.exploration.schedule.find("s1.dependence(j0_2, ey)") == std::string::npos);
}

TEST_CASE("auto_DSE: short loops of other units, which the tool would unroll by itself, take no room from a unit") {
  // Montgomery's product. By itself the tool unrolls both inner loops, which takes 55 blocks.
  function program("montgomery");
  program.scope([] {
    constexpr int words = 6;
    var q("q", 0, 3), i("i", 0, words), j("j", 0, words), k("k", 1, words), z("z", 0, words + 2), o("o", 0, words);
    placeholder a("a", {3, words}, p_uint32), b("b", {3, words}, p_uint32), n("n", {words}, p_uint32),
        r("r", {3, words}, p_uint32), t("t", {words + 2}, p_uint32);
    t.local();
    constant inverse("inverse", p_uint32);
    scalar c("c", p_uint64), u("u", p_uint64), m("m", p_uint32);
    const auto low = [](const expr& value) { return cast(value, p_uint32); };
    const auto wide = [](const expr& value) { return cast(value, p_uint64); };
    compute z0("z0", {q, z}, t(z) = 0), a0("a0", {q, i}, c = 0);
    compute a1("a1", {q, i, j}, u = wide(a(q, j)) * b(q, i) + t(j) + c), a2("a2", {q, i, j}, t(j) = low(u)),
        a3("a3", {q, i, j}, c = u >> 32);
    compute a4("a4", {q, i}, u = c + t(words)), a5("a5", {q, i}, t(words) = low(u)),
        a6("a6", {q, i}, t(words + 1) = low(u >> 32));
    compute b0("b0", {q, i}, m = t(0) * inverse), b1("b1", {q, i}, c = (wide(m) * n(0) + t(0)) >> 32);
    compute b2("b2", {q, i, k}, u = wide(m) * n(k) + t(k) + c), b3("b3", {q, i, k}, t(k - 1) = low(u)),
        b4("b4", {q, i, k}, c = u >> 32);
    compute b5("b5", {q, i}, u = c + t(words)), b6("b6", {q, i}, t(words - 1) = low(u)),
        b7("b7", {q, i}, t(words) = t(words + 1) + low(u >> 32)), w("w", {q, o}, r(q, o) = t(o));
    compute* const around[] = {&a0, &a1, &a4, &a5, &a6, &b0, &b1, &b2, &b5, &b6, &b7};
    a0.after(z0, q);
    for (std::size_t n = 1; n < std::size(around); ++n) around[n]->after(*around[n - 1], i);
    a2.after(a1, j);
    a3.after(a2, j);
    b3.after(b2, k);
    b4.after(b3, k);
    w.after(b7, q);
  });
  DseOptions options = test::silent();
  options.dsp_blocks = 40;
  options.rewrite = false;
  const Report report = program.auto_DSE(options);
  CHECK(report.estimate.dsp <= 40);
  CHECK_FALSE(report.exploration.nothing_fits);
}

TEST_CASE("auto_DSE: one copy that does not fit is built from fewer operators that serve in turn") {
  const auto find = [](const std::function<void()>& body, const std::string& device) {
    function program("in_turn");
    program.scope(body);
    DseOptions options = test::silent();
    options.device = device;
    return program.auto_DSE(options);
  };
  SUBCASE("a polynomial of degree 50") {
    const Report report = find(
        [] {
          constexpr int points = 256, degree = 50;
          var i("i", 0, points);
          placeholder X("X", {points}, p_float64), Y("Y", {points}, p_float64), C("C", {degree + 1}, p_float64);
          expr value = C(0);
          for (int d = 1; d <= degree; ++d) value = value * X(i) + C(d);
          compute s("s", {i}, value, Y(i));
        },
        "xc7z010");
    CHECK_FALSE(report.exploration.nothing_fits);
    CHECK(report.exploration.gap < 0.05);
    CHECK(report.exploration.schedule.find("s.pipeline(i, ") != std::string::npos);
    CHECK(report.exploration.schedule.find("s.pipeline(i, 1)") == std::string::npos);
  }
  SUBCASE("a stencil of 5 x 5 in double precision") {
    const Report report = find(
        [] {
          constexpr int size = 64;
          var i("i", 2, size - 2), j("j", 2, size - 2);
          placeholder A("A", {size, size}, p_float64), B("B", {size, size}, p_float64);
          expr sum = A(i, j) * 0.5;
          for (int p = -2; p <= 2; ++p) {
            for (int q = -2; q <= 2; ++q) sum = sum + A(i + p, j + q) * (0.01 + 0.03 * p + 0.007 * q);
          }
          compute s("s", {i, j}, sum, B(i, j));
        },
        "xc7z020");
    CHECK(report.estimate.latency <= 7400);  // 3600 iterations at an interval of 2
  }
}

namespace limits_tests {

/// Doubles a matrix from a stream, as it comes or turned around.
Report double_stream(bool turned, DseOptions options) {
  function program("doubled");
  program.scope([&] {
    var i("i", 0, 64), j("j", 0, 64);
    placeholder A("A", {64, 64}, p_int32), B("B", {64, 64}, p_int32);
    A.interface("axis");
    compute s("s", {i, j}, (turned ? A(j, i) : A(i, j)) * 2, B(i, j));
  });
  return program.auto_DSE(options);
}

}  // namespace limits_tests

TEST_CASE("auto_DSE: a stream that is used in order stays without a buffer where none may be had") {
  DseOptions options = test::silent();
  options.bram_blocks = 0;
  options.luts = 400;
  const Report report = limits_tests::double_stream(/*turned=*/false, options);
  CHECK(report.estimate.bram_18k == 0);
  CHECK(report.exploration.port_banks == 1);
  CHECK(report.exploration.schedule.find("buffer") == std::string::npos);
  CHECK_THROWS_WITH_AS(limits_tests::double_stream(/*turned=*/true, options), doctest::Contains("no-design"),
                       CompileError);
}

TEST_CASE("auto_DSE: the memories outside are counted where arguments get buffers too") {
  CHECK(limits_tests::double_stream(/*turned=*/true, test::silent()).exploration.port_banks >= 1);
  DseOptions options = test::silent();
  options.port_banks = 0;
  for (const bool turned : {false, true})
    CHECK_THROWS_WITH_AS(limits_tests::double_stream(turned, options), doctest::Contains("port_banks"), CompileError);
}

TEST_CASE("auto_DSE: arguments behind a bus take no part of the memories outside") {
  DseOptions options = test::silent();
  options.port_banks = 4;
  function program("sum");
  program.scope([] {
    var i("i", 0, 256), one("one", 0, 1);
    placeholder A("A", {256}, p_int32), y("y", {1}, p_int32);
    placeholder p("p", {1}, p_int32), q("q", {1}, p_int32), r("r", {1}, p_int32);
    for (placeholder* behind : {&p, &q, &r}) behind->interface("m_axi", "b");
    compute s("s", {i}, y(0) += A(i));
    compute t("t", {one}, r(one) = p(one) + q(one));
  });
  const std::int64_t banks = program.auto_DSE(options).exploration.port_banks;
  CHECK(banks > 2);
  CHECK(banks <= 4);
}

TEST_CASE("auto_DSE: processes hold the limits, or there is no design") {
  const auto search = [](const DseOptions& options) {
    function program("chain");
    program.scope([] {
      var i("i", 0, 16);
      placeholder A("A", {16}, p_int32), B("B", {16}, p_int32), C("C", {16}, p_int32);
      B.local();
      compute s("s", {i}, A(i) + 1, B(i)), t("t", {i}, B(i) + 1, C(i));
    });
    program.dataflow(Channels::automatic);
    return program.auto_DSE(options);
  };
  DseOptions options = test::silent();
  const Report free = search(options);
  CHECK_FALSE(free.exploration.nothing_fits);
  CHECK(free.exploration.port_banks >= 2);
  for (const std::int64_t banks : {1, 2}) {
    options = test::silent();
    options.port_banks = banks;
    if (banks == 2) {
      CHECK(search(options).exploration.port_banks == 2);
    } else {
      CHECK_THROWS_WITH_AS(search(options), doctest::Contains("2 needed, 1 allowed"), CompileError);
    }
  }
  options = test::silent();
  options.luts = 10;
  CHECK_THROWS_WITH_AS(search(options), doctest::Contains("LUT"), CompileError);
}
