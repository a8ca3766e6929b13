#include <algorithm>

#include "nest_fixture.hpp"

using namespace pom;

namespace {

/// Explores the program, checks what holds for all designs, and that the search saw the design as it is.
dse::explore::Exploration explore(const std::function<void()>& body, const dse::explore::ExploreOptions& options = {}) {
  const test::Compiled compiled(body);
  const dse::explore::Exploration found = test::explore(compiled.program.record(), options);
  test::check_design(found, options);
  if (found.predicted > 0) CHECK(found.predicted == found.qor.latency_average);
  return found;
}

/// E = A · B, F = C · D, G = E · F.
void three_products(int n) {
  placeholder A("A", {n, n}, p_float32), B("B", {n, n}, p_float32), C("C", {n, n}, p_float32);
  placeholder D("D", {n, n}, p_float32), E("E", {n, n}, p_float32), F("F", {n, n}, p_float32);
  placeholder G("G", {n, n}, p_float32);
  const auto multiply = [n](const std::string& name, const placeholder& left, const placeholder& right,
                            const placeholder& result) {
    var i("i", 0, n), j("j", 0, n), k("k", 0, n);
    compute clear("clear" + name, {i, j}, 0, result(i, j));
    compute update("update" + name, {i, j, k}, result(i, j) + left(i, k) * right(k, j), result(i, j));
    update.after(clear, j);
  };
  multiply("E", A, B, E);
  multiply("F", C, D, F);
  multiply("G", E, F, G);
}

void gemm(int n) {
  var i("i", 0, n), j("j", 0, n), k("k", 0, n);
  placeholder A("A", {n, n}, p_float32), B("B", {n, n}, p_float32), C("C", {n, n}, p_float32);
  compute s("s", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
}

}  // namespace

TEST_CASE("auto_DSE: what is foretold is what the directives make, also with partial strips") {
  for (int n : {3, 7, 16, 25, 64}) {
    CAPTURE(n);
    explore([&] { gemm(n); });
  }
}

TEST_CASE("auto_DSE: never over a share of the device") {
  dse::explore::ExploreOptions options;
  for (double share : {0.1, 0.25, 0.5}) {
    options.dsp = options.lut = options.ff = share;
    explore([&] { gemm(64); }, options);
  }
}

TEST_CASE("auto_DSE: names decide nothing, also where the label of one loop ends as that of another one") {
  const auto found = [](const std::string& first, const std::string& second, const std::string& loop) {
    return explore([&] {
      var t("t", 0, 8), i("i", 0, 64), j("j", 0, 70), k(loop, 0, 61);
      placeholder A("A", {64}, p_float32), B("B", {64}, p_float32), C("C", {8, 64}, p_float32);
      compute scale(first, {t, i}, A(i) * 0.5f + B(i), A(i));
      compute root(second, {t, k}, sqrt(C(t, k)) / (A(k) + 2.0f), B(k + 1));
      compute shift("w", {t, j}, C(t, j % 64) + 1.0f, C(t, j % 64));
      root.after(scale, t);
      shift.after(root, t);
    });
  };
  const dse::explore::Exploration plain = found("a", "b", "k");
  for (const char* second : {"r_a", "x_a"}) {
    const dse::explore::Exploration other = found("a", second, "i");
    CHECK(other.qor.latency_average == plain.qor.latency_average);
    CHECK(other.bound == plain.bound);
    CHECK(other.candidates == plain.candidates);
  }
  const dse::explore::Exploration rest = found("a", "a_i", "rest");
  CHECK(rest.qor.latency_average == plain.qor.latency_average);
  CHECK(rest.bound == plain.bound);
}

TEST_CASE("auto_DSE: a larger problem of the same kind is no slower for what it computes") {
  const double small = explore([] { three_products(4096); }).qor.latency_average;
  const dse::explore::Exploration large = explore([] { three_products(8192); });
  CHECK(large.qor.latency_average <= 1.05 * 8 * small);
}

TEST_CASE("auto_DSE: a triangular product is cut inside its loop of changing length") {
  const dse::explore::Exploration found = explore([] {
    var i("i", 0, 256), j("j", 0, i);
    placeholder A("A", {256, 256}, p_float32), B("B", {256, 256}, p_float32);
    compute s("s", {i, j}, A(i, j) * 3 + B(i, j), B(i, j));
  });
  CHECK(found.qor.latency_average * 4 < found.automatic.latency_average);
}

TEST_CASE("auto_DSE: a sum over the innermost loop is not cut where copies wait for each other") {
  const dse::explore::Exploration found = explore([] {
    var i("i", 0, 1000);
    placeholder x("x", {1000}, p_float32), y("y", {1000}, p_float32), r("r", {1}, p_float32);
    compute s("s", {i}, r(0) + x(i) * y(i), r(0));
  });
  CHECK(found.qor.resources.dsp < 30);
}

TEST_CASE("auto_DSE: a statement of the first iteration stands in front of the loop, and its neighbours are designed") {
  const auto cycles = [](bool guarded) {
    const test::Compiled compiled([=] {
      var g("g", 0, 256), q("q", 0, 256);
      placeholder H("H", {256}, p_int32), C("C", {256}, p_int32), O("O", {256}, p_uint8), J("J", {256}, p_uint8);
      scalar all("all", p_int32);
      C.local();
      std::vector<var> loops;
      if (guarded) loops = {g};
      compute clear("clear", loops, all = 0), add("add", {g}, all += H(g)), keep("keep", {g}, C(g) = all);
      if (guarded) {
        clear.where(g == 0);
        add.after(clear, g);
      }
      keep.after(add, g);
      compute look("look", {q}, O(q) = cast(clamp(C(J(q)), 0, 255), p_uint8));
    });
    // What is foretold is not asked for: of a gather it is too fast, guarded or not.
    const dse::explore::Exploration found = test::explore(compiled.program.record(), {});
    test::check_design(found, {});
    CHECK_FALSE(found.nothing_fits);
    return found.qor.latency_average;
  };
  CHECK(cycles(true) <= cycles(false) + 2);
}

TEST_CASE("auto_DSE: of a nest with more iterations than numbers count, not all run at once") {
  dse::explore::ExploreOptions options;
  options.seconds = 20;
  const auto found = explore(
      [] {
        constexpr int n = 1 << 22;  // its third power has no 1 among the lowest 64 bits
        var i("i", 0, n), j("j", 0, n), k("k", 0, n);
        placeholder A("A", {n, n}, p_int8), B("B", {n, n}, p_int8), C("C", {n, n}, p_int32);
        compute s("s", {i, j, k}, C(i, j) += cast(A(i, k), p_int32) * B(k, j));
      },
      options);
  CHECK(found.qor.latency_average < found.automatic.latency_average);
}

TEST_CASE("auto_DSE: copies share operators while the sums that they hold wait") {
  const dse::explore::Exploration found = explore([] {
    var j("j", 0, 64), i("i", 0, 64);
    placeholder A("A", {64, 64}, p_float32), x("x", {64}, p_float32), y("y", {64}, p_float32);
    compute s("s", {j, i}, y(i) + A(i, j) * x(j), y(i));
  });
  REQUIRE(found.units.size() == 1);
  CHECK(found.units.front().choice.factors == std::vector<std::int64_t>{1, 64});
  // All 64 sums in the four or five cycles that one takes, by fewer operators than there are sums.
  CHECK(found.qor.latency_average < 6 * 64);
  CHECK(found.qor.resources.dsp <= 3 * 32);
}

TEST_CASE("auto_DSE: copies share operators for longer than their sums wait where those would leave no room") {
  const dse::explore::Exploration found = explore([] {
    var j("j", 0, 128), i("i", 0, 128);
    placeholder A("A", {128, 128}, p_float32), B("B", {128, 128}, p_float32);
    placeholder x("x", {128}, p_float32), u("u", {128}, p_float32), y("y", {128}, p_float32);
    compute left("left", {j, i}, u(i) + A(i, j) * x(j), u(i));
    compute right("right", {j, i}, y(i) + B(i, j) * x(j), y(i));
    right.after(left, i);
  });
  REQUIRE(found.units.size() == 1);
  const dse::Configuration& choice = found.units.front().choice;
  CHECK(choice.factors == std::vector<std::int64_t>{1, 128});
  CHECK(choice.interval > 1);
  // Five cycles for each of 128 iterations; the fastest with one operator for each copy take 704.
  CHECK(found.qor.latency_average < 5 * 128 + 30);
}

namespace {

/// Two stencils in turn; `type`: of the factor.
void two_stencils(int n, const Type& type) {
  var t("t", 0, n), i("i", 1, n - 1);
  placeholder A("A", {n}, p_float32), B("B", {n}, p_float32);
  constant third(0.33333, type);
  compute there("there", {t, i}, third * (A(i - 1) + A(i) + A(i + 1)), B(i));
  compute back("back", {t, i}, third * (B(i - 1) + B(i) + B(i + 1)), A(i));
  back.after(there, t);
}

}  // namespace

TEST_CASE("auto_DSE: two stencils in turn are one pipeline where that is faster, and only there") {
  dse::explore::ExploreOptions apart;
  apart.strategies.erase(dse::transform::Strategy::fuse);
  const auto is_fused = [](const dse::explore::Exploration& found) {
    return std::any_of(found.schedule.begin(), found.schedule.end(),
                       [](const Directive& d) { return std::holds_alternative<Fuse>(d.primitive); });
  };
  const auto together = [&](const Type& type) { return explore([=] { two_stencils(1024, type); }); };
  const auto alone = [&](const Type& type) { return explore([=] { two_stencils(1024, type); }, apart); };
  const dse::explore::Exploration narrow = together(p_float32), wide = together(p_float64);
  CHECK(is_fused(narrow));
  CHECK(narrow.qor.latency_average < 0.8 * alone(p_float32).qor.latency_average);
  // Products of double precision leave room for few copies: half of nine are fewer than nine in turn.
  CHECK_FALSE(is_fused(wide));
  CHECK(wide.qor.latency_average <= alone(p_float64).qor.latency_average);
}

TEST_CASE("auto_DSE: fewer units are designed too where more are a little faster, each with the whole device") {
  const dse::explore::Exploration found = explore([] {
    var t("t", 0, 256), i("i", 1, 255), j("j", 1, 255);
    placeholder A("A", {256, 256}, p_float32), B("B", {256, 256}, p_float32);
    constant fifth(0.2, p_float32);
    const auto mean = [&](const placeholder& p) {
      return (p(i, j) + p(i, j - 1) + p(i, j + 1) + p(i - 1, j) + p(i + 1, j)) * fifth;
    };
    compute there("there", {t, i, j}, mean(A), B(i, j));
    compute back("back", {t, i, j}, mean(B), A(i, j));
    back.after(there, t);
  });
  CHECK(found.units.size() == 1);
  CHECK(found.gap() < 0.05);
}

TEST_CASE("auto_DSE: neighbouring nests become one pipeline where that is faster") {
  dse::explore::ExploreOptions apart;
  apart.strategies.erase(dse::transform::Strategy::fuse);
  const auto maps = [] {
    var i("i", 0, 4096), j("j", 0, 4095);
    placeholder A("A", {4096}, p_int32), B("B", {4096}, p_int32), C("C", {4096}, p_int32);
    compute s("s", {i}, A(i) * 3 + 1, B(i));
    compute r("r", {j}, B(j) + B(j + 1), C(j));
  };
  const dse::explore::Exploration fused = explore(maps), alone = explore(maps, apart);
  CHECK(fused.units.size() == 1);
  CHECK(alone.units.size() == 2);
  CHECK(fused.qor.latency_average < 0.9 * alone.qor.latency_average);
}

TEST_CASE("auto_DSE: a search that left two units together unproved does not say that it was exhaustive") {
  const dse::explore::Exploration found = explore([] { two_stencils(32, p_float32); });
  REQUIRE(found.units.size() == 1);
  REQUIRE(found.gap() > 0);
  CHECK_FALSE(found.exhaustive);
}

TEST_CASE("auto_DSE: two stencils in turn are no slower with more of the device") {
  double slowest = INFINITY;
  for (const double share : {0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0}) {
    CAPTURE(share);
    dse::explore::ExploreOptions options;
    options.dsp = options.lut = options.ff = share;
    const double latency = explore([] { two_stencils(128, p_float32); }, options).qor.latency_average;
    CHECK(latency <= slowest);
    slowest = latency;
  }
}

TEST_CASE("auto_DSE: an array behind a bus has one port and no banks, and the rest is designed around it") {
  const dse::explore::Exploration found = explore([] {
    var a("a", 1, 1023), b("b", 2, 1022);
    placeholder in("in", {1024}, p_int32), low("low", {1024}, p_int32), high("high", {1024}, p_int32);
    in.interface("m_axi");
    compute smooth("smooth", {a}, in(a - 1) + in(a) * 2 + in(a + 1), low(a));
    compute sharpen("sharpen", {b}, low(b) * 3 - low(b - 1) - low(b + 1), high(b));
  });
  // As written, three reads of the bus and two of a memory make intervals of 3 and 2.
  CHECK(2 * found.qor.latency_average < found.automatic.latency_average);
  for (const Directive& directive : found.schedule) {
    if (const auto* banks = std::get_if<Partition>(&directive.primitive)) CHECK(banks->array != "in");
  }
}

TEST_CASE("auto_DSE: the order of many statements that share a loop is proved, however many dependences there are") {
  function program("sweeps");
  program.scope([] {
    constexpr int statements = 12;
    var t("t", 0, 30), i("i", 1, 60), j("j", 1, 60);
    placeholder A("A", {61, 61}, p_int32);
    std::vector<compute> all;
    for (int n = 0; n < statements; ++n) {
      all.emplace_back("s" + std::to_string(n), std::vector<var>{t, i, j}, A(i, j) = A(i - 1, j) + A(i, j - 1) * 3 + n);
      if (n > 0) all[n].after(all[n - 1], t);
    }
  });
  const Report report = program.auto_DSE(test::silent());
  CHECK(report.exploration.bound > 0);
  CHECK(report.estimate.latency < report.exploration.automatic / 4);
}

TEST_CASE("auto_DSE: small and degenerate programs") {
  SUBCASE("a statement without loops") {
    explore([] {
      placeholder A("A", {1}, p_float32);
      compute s("s", {}, A(0) * 2, A(0));
    });
  }
  SUBCASE("loops of one iteration") {
    explore([] {
      var i("i", 0, 1), j("j", 0, 1);
      placeholder A("A", {1, 1}, p_int32);
      compute s("s", {i, j}, A(i, j) + 1, A(i, j));
    });
  }
  SUBCASE("integers, a guard") {
    explore([] {
      var i("i", 0, 40), j("j", 0, 40);
      placeholder A("A", {40, 40}, p_int32), B("B", {40, 40}, p_int32);
      compute s("s", {i, j}, A(i, j) * 5 + i, B(i, j));
      s.where(i + j < 30);
    });
  }
  SUBCASE("strides and a loop backwards") {
    explore([] {
      var i("i", 0, 20);
      placeholder A("A", {64}, p_float32), B("B", {64}, p_float32);
      compute s("s", {i}, A(3 * i + 2) + A(62 - 2 * i), B(63 - 3 * i));
    });
  }
  SUBCASE("quotients and remainders") {
    explore([] {
      var i("i", 0, 60);
      placeholder A("A", {60}, p_float32), B("B", {20, 3}, p_float32);
      compute s("s", {i}, A(i) * 2, B(i / 3, i % 3));
    });
  }
}

TEST_CASE("auto_DSE: an elimination below and above the diagonal, with loops of one name at different depths") {
  const dse::explore::Exploration found = explore([] {
    const int n = 40;
    var i("i", 0, n), j("j", 0, i), k("k", 0, j), c("c", i, n), d("d", 0, i);
    placeholder A("A", {n, n}, p_float64);
    compute lower("lower", {i, j, k}, A(i, j) - A(i, k) * A(k, j), A(i, j));
    compute divide("divide", {i, j}, A(i, j) / A(j, j), A(i, j));
    compute upper("upper", {i, c, d}, A(i, c) - A(i, d) * A(d, c), A(i, c));
    divide.after(lower, j);
    upper.after(divide, i);
  });
  CHECK(found.qor.latency_average * 3 < found.automatic.latency_average);
}
