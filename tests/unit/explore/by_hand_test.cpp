#include <functional>
#include <utility>

#include "fixture.hpp"
#include "kept_rows.hpp"

/// auto_DSE beside a few lines of schedule that people write for the same program.
using namespace pom;

namespace by_hand_tests {

namespace {

enum class Schedule { by_hand, searched };

/// Declares a program and, if asked for, its schedule by hand.
using Declare = std::function<void(Schedule)>;

/// The design of the search is verified by execution.
Report search(const Declare& declare) {
  function program("searched");
  program.scope([&] { declare(Schedule::searched); });
  DseOptions options = test::silent();
  options.verify = true;
  return program.auto_DSE(options);
}

Report compile(const Declare& declare) {
  function program("by_hand");
  program.scope([&] { declare(Schedule::by_hand); });
  return program.codegen(test::silent());
}

/// The model errs by more than that.
constexpr double slack = 1.02;

void check_no_slower(const Declare& declare) {
  const Report found = search(declare), hand = compile(declare);
  CHECK(found.verified);
  CHECK(static_cast<double>(found.estimate.latency) <= slack * static_cast<double>(hand.estimate.latency));
  CHECK(found.exploration.bound <= static_cast<double>(hand.estimate.latency));
}

}  // namespace

TEST_CASE("auto_DSE: a table of a knapsack is registers, and several weights are in one iteration") {
  check_no_slower([](Schedule schedule) {
    var i("i", 0, 16), w("w", 0, 128), z("z", 0, 128), w0("w0"), w1("w1");
    placeholder weight("weight", {16}, p_uint(6)), value("value", {16}, p_uint8), best("best", {128}, p_int32);
    compute clear("clear", {z}, best(z) = 0);
    const expr with = select(127 - w >= weight(i), best(clamp(127 - w - weight(i), 0, 127)) + value(i), 0);
    compute take("take", {i, w}, best(127 - w) = cast(p_max(best(127 - w), with), p_int32));
    if (schedule == Schedule::searched) return;
    take.split(w, 4, w0, w1);
    take.pipeline(w0, 1);
    best.partition({128}, "complete");
    clear.unroll(z);
  });
}

TEST_CASE("auto_DSE: what the program keeps on the chip is loaded and stored beside the work") {
  check_no_slower([](Schedule schedule) {
    test::declare_kept_rows(schedule == Schedule::by_hand ? test::RowSchedule::beside_copies : test::RowSchedule::none);
  });
}

TEST_CASE("auto_DSE: private copies of a histogram count at once") {
  check_no_slower([](Schedule schedule) {
    var b("b", 0, 64), p("p", 0, 4), outer("outer"), inner("inner"), n("n", 0, 256);
    placeholder x("x", {1024}, p_uint(6)), counts("counts", {64}, p_int32), own("own", {4, 64}, p_int32);
    own.local();
    compute clear("clear", {p, b}, own(p, b) = 0);
    compute count("count", {n, p}, own(p, x(4 * n + p)) += 1);
    compute sum("sum", {b}, counts(b) = own(0, b) + own(1, b) + own(2, b) + own(3, b));
    if (schedule == Schedule::searched) return;
    own.partition({4, 64}, "complete");
    counts.partition({8}, "cyclic");
    x.partition({4}, "cyclic");
    clear.unroll(p).unroll(b);
    count.pipeline(n, 1);
    sum.split(b, 8, outer, inner);
    sum.pipeline(outer, 1);
  });
}

TEST_CASE("auto_DSE: a step of an automaton and its copy are one iteration") {
  check_no_slower([](Schedule schedule) {
    var t("t", 0, 16), i("i", 0, 128), q("q", 0, 128);
    placeholder from("from", {128}, p_uint(1)), to("to", {128}, p_uint(1)), A("A", {128}, p_uint(1)),
        B("B", {128}, p_uint(1));
    A.local();
    B.local();
    compute load("load", {q}, A(q) = from(q));
    compute step("step", {t, i}, B(i) = cast(A(wrap(i - 1, 128)) ^ (A(i) | A(wrap(i + 1, 128))), p_uint(1)));
    compute back("back", {t, q}, A(q) = B(q));
    back.after(step, t);
    compute store("store", {q}, to(q) = A(q));
    if (schedule == Schedule::searched) return;
    back.pipeline(t, 1);
    for (placeholder* array : {&A, &B, &from, &to}) array->partition({128}, "complete");
    load.unroll(q);
    store.unroll(q);
  });
}

TEST_CASE("auto_DSE: what is known once loops are unrolled takes no room for copies") {
  SUBCASE("a product that begins its sums with a choice") {
    check_no_slower([](Schedule schedule) {
      var i("i", 0, 32), j("j", 0, 32), k("k", 0, 32), j0("j0"), j1("j1");
      placeholder A("A", {32, 32}, p_int16), B("B", {32, 32}, p_int16), C("C", {32, 32}, p_int32);
      const expr product = A(i, k) * B(k, j);
      compute s("s", {i, j, k}, C(i, j) = cast(select(k == 0, product, C(i, j) + product), p_int32));
      if (schedule == Schedule::searched) return;
      s.split(j, 6, j0, j1);
      s.pipeline(j0, 1);
      A.partition({1, 32}, "complete");
      B.partition({32, 6}, "cyclic");
      C.partition({1, 6}, "cyclic");
    });
  }
  SUBCASE("a filter inside borders of zeros") {
    // A hand's few lines keep x in registers; the search may take memories: not slower by more than filling a pipeline.
    const Report found = search([](Schedule) {
      var n("n", 0, 256), t("t", 0, 5);
      placeholder x("x", {256}, p_int16), w("w", {5}, p_int16), y("y", {256}, p_int32);
      compute z("z", {n}, y(n) = 0);
      compute s("s", {n, t}, y(n) += w(t) * select(n + 2 * t >= 4 && n + 2 * t < 260, x(n + 2 * t - 4), 0));
    });
    CHECK(found.verified);
    CHECK(found.estimate.latency <= 24);
  }
}

TEST_CASE("auto_DSE: a filter finds banks, whatever is in front of its first sample") {
  check_no_slower([](Schedule schedule) {
    var n("n", 0, 512), n0("n0"), n1("n1");
    placeholder x("x", {512}, p_int16), y("y", {512}, p_int32);
    expr sum = 0;
    for (int tap = 0; tap < 16; ++tap) sum = sum + select(n >= tap, x(n - tap), 0) * ((tap * 37 + 11) % 101 - 50);
    compute s("s", {n}, y(n) = sum);
    if (schedule == Schedule::searched) return;
    s.split(n, 8, n0, n1);
    s.peel(n0, 2);
    s.pipeline(n0, 1);
    x.partition({16}, "cyclic");
    y.partition({8}, "cyclic");
  });
}

TEST_CASE("auto_DSE: a clear, a sum and what finishes it share the loops that they have in common") {
  check_no_slower([](Schedule schedule) {
    var y("y", 0, 16), x("x", 0, 16), o("o", 0, 8), c("c", 0, 8), r("r", 0, 3), q("q", 0, 3), o0("o0"), o1("o1");
    placeholder in("in", {18, 18, 8}, p_int8), weight("weight", {8, 8, 3, 3}, p_int8), out("out", {16, 16, 8}, p_int8),
        sum("sum", {16, 16, 8}, p_int32);
    sum.local();
    compute clear("clear", {y, x, o}, sum(y, x, o) = 0);
    compute add("add", {y, x, o, c, r, q}, sum(y, x, o) += in(y + r, x + q, c) * weight(o, c, r, q));
    compute finish("finish", {y, x, o}, out(y, x, o) = cast(clamp((sum(y, x, o) + 64) >> 7, 0, 127), p_int8));
    if (schedule == Schedule::searched) return;
    add.after(clear, o);
    finish.after(add, o);
    for (compute* part : {&clear, &add, &finish}) part->split(o, 4, o0, o1);
    add.pipeline(o0, 1);
    in.partition({3, 3, 8}, "cyclic");
    weight.partition({4, 8, 3, 3}, "cyclic");
    out.partition({1, 1, 4}, "cyclic");
  });
}

TEST_CASE("auto_DSE: the greatest of four neighbours uses the LUTs of the device") {
  check_no_slower([](Schedule schedule) {
    var y("y", 0, 32), x("x", 0, 32), y0("y0"), y1("y1");
    placeholder in("in", {64, 64}, p_int16), out("out", {32, 32}, p_int16);
    const expr upper = p_max(in(2 * y, 2 * x), in(2 * y, 2 * x + 1));
    compute f("f", {y, x}, out(y, x) = p_max(upper, p_max(in(2 * y + 1, 2 * x), in(2 * y + 1, 2 * x + 1))));
    if (schedule == Schedule::searched) return;
    f.split(y, 8, y0, y1);
    f.pipeline(y0, 1);
    in.partition({16, 64}, "cyclic");
    out.partition({8, 32}, "cyclic");
  });
}

TEST_CASE("auto_DSE: reductions in any order have partial results, also where no loop waits for them") {
  check_no_slower([](Schedule schedule) {
    var i("i", 0, 16), j("j", 0, 16);
    placeholder A("A", {16, 16}, p_int32);
    scalar most("most", p_int32);
    most.output();
    compute first("first", {}, most = -1000000), s("s", {i, j}, most = p_max(most, A(i, j)));
    if (schedule == Schedule::searched) return;
    auto [part, part_init, combine] = s.rfactor(j, 16, "part");
    s.pipeline(i, 1);
    part.partition({16}, "complete");
    A.partition({1, 16}, "complete");
  });
  // One product after the other takes 306 cycles; a tree of each strip of 30 takes 23 by hand.
  const Report product = search([](Schedule) {
    var n("n", 0, 300);
    placeholder x("x", {300}, p_int32);
    scalar all("all", p_int32);
    all.output();
    compute one("one", {}, all = 1), s("s", {n}, all = all * x(n));
  });
  CHECK(product.verified);
  CHECK(product.estimate.latency <= 32);
  CHECK(product.exploration.bound <= 23);
}

TEST_CASE("auto_DSE: a wavefront through an array of some hundred elements keeps them in registers") {
  check_no_slower([](Schedule schedule) {
    var i("i", 1, 18), j("j", 1, 18);
    placeholder A("A", {18, 18}, p_int32);
    compute s("s", {i, j}, A(i, j) = A(i, j) + A(i - 1, j) + A(i, j - 1) - A(i - 1, j - 1));
    if (schedule == Schedule::searched) return;
    s.pipeline(i, 1);
    A.partition({18, 18}, "complete");
  });
}

}  // namespace by_hand_tests
