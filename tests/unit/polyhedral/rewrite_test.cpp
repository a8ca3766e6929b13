#include <doctest/doctest.h>

#include "changed.hpp"
#include "dsl/print/print_program.hpp"

using namespace pom;
using test::Changed;

namespace {

using Operation = std::function<expr(expr, expr)>;

/// A(0) = operation(A(0), x(k)) over 37 numbers, in 8 partial results.
bool keeps(const Type& type, const Operation& operation) {
  const Changed changed([&] {
    var k("k", 0, 37);
    placeholder x("x", {37}, type), A("A", {1}, type);
    compute s("s", {k}, operation(A(0), x(k)), A(0));
    s.rfactor(k, 8, "p");
  });
  CAPTURE(changed.message());
  return changed.code().empty() && changed.computes_the_same();
}

}  // namespace

TEST_CASE("rfactor: integers and fixed-point numbers of any width come out the same, whatever is computed") {
  for (const Type& type : {p_int32, p_uint32, p_int64, p_uint64, p_int8, p_uint16, p_int(40), p_uint(5), p_int(1),
                           p_fixed(16, 8), p_ufixed(20, 30)}) {
    CAPTURE(to_string(type));
    CHECK(keeps(type, [&](const expr& a, const expr& x) { return cast(a + x, type); }));
    CHECK(keeps(type, [&](const expr& a, const expr& x) { return cast(a - x, type); }));
    CHECK(keeps(type, [](const expr& a, const expr& x) { return p_min(a, x); }));
    CHECK(keeps(type, [](const expr& a, const expr& x) { return p_max(x, a); }));
    if (type.is_fixed()) continue;
    CHECK(keeps(type, [&](const expr& a, const expr& x) { return cast(x * a, type); }));
    CHECK(keeps(type, [&](const expr& a, const expr& x) { return cast(a & x, type); }));
    CHECK(keeps(type, [&](const expr& a, const expr& x) { return cast(a | x, type); }));
    CHECK(keeps(type, [&](const expr& a, const expr& x) { return cast(a ^ x, type); }));
  }
}

TEST_CASE("rfactor: partial results that lose bits in between are refused") {
  const auto code = [](const Type& type, const Operation& operation) {
    return Changed([&] {
             var k("k", 0, 37);
             placeholder x("x", {37}, p_int32), A("A", {1}, type);
             compute s("s", {k}, operation(A(0), x(k)), A(0));
             s.rfactor(k, 8, "p");
           })
        .code();
  };
  CHECK(code(p_int8, [](const expr& a, const expr& x) { return cast(a + x, p_int8); }) == "");
  CHECK(code(p_int8, [](const expr& a, const expr& x) { return cast(p_max(a, x), p_int8); }) == "no-reduction");
  CHECK(code(p_int32, [](const expr& a, const expr& x) { return cast(a + x, p_int8); }) == "no-reduction");
  const Type saturated = p_fixed(16, 8, Quantization::truncate, Overflow::saturate);
  CHECK(code(saturated, [&](const expr& a, const expr& x) { return cast(a + x, saturated); }) == "no-reduction");
}

TEST_CASE("rfactor: the reduction loop may stand anywhere, share its nest, start late and end inside of a strip") {
  const Changed gemm([] {
    var i("i", 0, 5), j("j", 1, 7), k("k", 0, 11);
    placeholder A("A", {5, 11}, p_int32), B("B", {11, 7}, p_int32), C("C", {5, 7}, p_int32);
    compute s("s", {i, k, j}, C(i, j) += A(i, k) * B(k, j));
    s.rfactor(k, 4, "p");
  });
  CHECK(gemm.code() == "");
  CHECK(gemm.computes_the_same());
  CHECK(gemm.elements("p") == 4 * 6);

  const Changed triangle([] {
    var i("i", 0, 13);
    var k("k", 2, i);
    placeholder A("A", {13, 13}, p_int32), y("y", {13}, p_int32);
    compute s("s", {i, k}, y(i) *= A(i, k) + A(k, i));
    s.rfactor(k, 4, "p");
  });
  CHECK(triangle.code() == "");
  CHECK(triangle.computes_the_same());

  const Changed shared([] {
    var i("i", 0, 13);
    var k("k", 2, i);
    placeholder A("A", {13, 13}, p_int32), y("y", {13}, p_int32), B("B", {13, 13}, p_int32);
    compute clear("clear", {i}, y(i) = 3);
    compute first("first", {i, k}, B(i, k) = A(k, i) + 1);
    compute s("s", {i, k}, y(i) += A(i, k) * B(i, k));
    first.after(clear, i);
    s.after(first, k);
    s.where(i + k < 20);
    s.rfactor(k, 3, "p");
  });
  CHECK(shared.code() == "");
  CHECK(shared.computes_the_same());
}

TEST_CASE("rfactor: an inner loop bounded by the reduction's, and loops that repeat its element") {
  const Changed skewed([] {
    var k("k", 0, 9);
    var j("j", 0, k), m("m", 0, 3);
    placeholder A("A", {9, 9}, p_int32), y("y", {9}, p_int32);
    compute s("s", {k, j, m}, y(j) += A(k, j) * (m + 1));
    s.rfactor(k, 4, "p");
  });
  CHECK(skewed.code() == "");
  CHECK(skewed.computes_the_same());
}

TEST_CASE("rewriting: sizes that the caller gives") {
  const Changed sums([] {
    parameter N("N", 1, 21), M("M", 3, 9);
    var i("i", 0, N);
    var k("k", i, N), j("j", 0, M);
    placeholder A("A", {N, N}, p_int32), y("y", {M}, p_int32), z("z", {N}, p_int32);
    scalar t("t", p_int32);
    compute s("s", {i, k, j}, y(j) += A(i, k) * (j + 1));
    compute clear("clear", {i}, t = 7);
    compute add("add", {i, k}, t = p_max(t, A(i, k) + A(k, i)));
    compute store("store", {i}, z(i) = t);
    add.after(clear, i);
    store.after(add, i);
    s.rfactor(k, 4, "p");
    add.expand(i, t, "ts");
    add.rfactor(k, 3, "q");
  });
  CAPTURE(sums.message());
  CHECK(sums.code() == "");
  CHECK(sums.computes_the_same());
  CHECK(sums.elements("p") == 4 * 9);
  CHECK(sums.elements("ts") == 21);
}

TEST_CASE("rfactor: no initialization where each partial result takes one value") {
  const Changed split([] {
    var k("k", 0, 32), k0("k0"), k1("k1");
    placeholder x("x", {32}, p_int16);
    scalar sum("sum", p_int32);
    sum.output();
    compute clear("clear", {}, sum = 0);
    compute s("s", {k}, sum -= x(k));
    s.split(k, 8, k0, k1);
    auto [t, t_init, t_combine] = s.rfactor(k1, 8, "t");
    t_combine.rfactor(k0, 2, "q");
  });
  CAPTURE(split.message());
  CHECK(split.computes() == std::vector<std::string>{"clear", "s", "t_combine", "q_init", "q_combine"});
  CHECK(split.computes_the_same());
}

TEST_CASE("rfactor: what it refuses") {
  const auto refused = [](const std::function<void(const var&, const var&, placeholder&, placeholder&)>& body) {
    return Changed([&] {
             var i("i", 0, 8), k("k", 0, 8);
             placeholder A("A", {8, 8}, p_int32), y("y", {8}, p_int32);
             body(i, k, A, y);
           })
        .code();
  };
  CHECK(refused([](auto& i, auto& k, auto& A, auto& y) {
          compute s("s", {i, k}, y(i) += A(i, k));
          s.rfactor(i, 4);
        }) == "no-reduction");
  CHECK(refused([](auto& i, auto& k, auto& A, auto& y) {
          compute s("s", {i, k}, y(i) = A(i, k));
          s.rfactor(k, 4);
        }) == "no-reduction");
  CHECK(refused([](auto& i, auto& k, auto& A, auto& y) {
          compute s("s", {i, k}, y(i) += A(i, k));
          compute t("t", {i, k}, A(i, k) = y(i));
          t.after(s, k);
          s.rfactor(k, 4);
        }) == "illegal-rfactor");
  CHECK(refused([](auto& i, auto& k, auto& A, auto& y) {
          compute s("s", {i, k}, y(i) += A(i, k));
          s.pipeline(k, 1);
          s.rfactor(k, 4);
        }) == "late-rewriting");
  CHECK(Changed([] {
          var k("k", 0, 8);
          placeholder x("x", {8}), y("y", {1});
          compute s("s", {k}, y(0) += x(k));
          s.rfactor(k, 4);
        }).code() == "inexact-reduction");
}

TEST_CASE("expand: a scalar of one iteration has copies, wherever it is read") {
  const Changed changed([] {
    var i("i", 2, 9), j("j", 0, 5);
    placeholder A("A", {9, 5}, p_int32), y("y", {9}, p_int32), z("z", {1}, p_int32);
    scalar t("t", p_int32);
    compute clear("clear", {i}, t = 0);
    compute add("add", {i, j}, t += A(i, j));
    compute store("store", {i}, y(i) = t);
    compute last("last", {}, z(0) = t);
    add.after(clear, i);
    store.after(add, i);
    auto ts = add.expand(i, t, "ts");
    ts.partition({7}, "complete");
  });
  CAPTURE(changed.message());
  CHECK(changed.code() == "");
  CHECK(changed.computes_the_same());
  CHECK(changed.elements("ts") == 7);
  CHECK(changed.program().used_arrays().size() == 4);
}

TEST_CASE("expand: what it refuses") {
  const auto refused = [](const std::function<void(const var&, placeholder&, scalar&)>& body) {
    return Changed([&] {
             var i("i", 0, 8);
             placeholder A("A", {8}, p_int32);
             scalar t("t", p_int32);
             body(i, A, t);
           })
        .code();
  };
  CHECK(refused([](auto& i, auto&, auto& t) {
          compute first("first", {}, t = 0);
          compute s("s", {i}, t += 1);
          s.expand(i, t);
        }) == "illegal-expand");
  CHECK(refused([](auto& i, auto& A, auto& t) {
          compute s("s", {i}, t = A(i));
          s.expand(i, A);
        }) == "not-private");
  CHECK(refused([](auto& i, auto& A, auto& t) {
          compute w("w", {i}, t = A(i));
          compute r("r", {i}, A(i) = t);
          w.expand(i, t);
        }) == "");
}

TEST_CASE("rewriting: directives print as source with handles, and a replayed schedule makes the same program") {
  const Changed first([] {
    var i("i", 0, 6), k("k", 0, 32);
    placeholder A("A", {6, 32}, p_int32), y("y", {6}, p_int32);
    scalar t("t", p_int32);
    compute clear("clear", {i}, t = 0);
    compute add("add", {i, k}, t += A(i, k));
    compute store("store", {i}, y(i) = t);
    add.after(clear, i);
    store.after(add, i);
    add.expand(i, t);
    const auto [p, p_init, p_combine] = add.rfactor(k, 4, "p");
    add.distribute(i);
  });
  const Schedule& schedule = first.written.as_written.program->schedule;
  REQUIRE(schedule.size() == 3);
  CHECK(to_string(schedule[0]) == "auto t_each = add.expand(i, t, \"t_each\")");
  CHECK(to_string(schedule[1]) == "auto [p, p_init, p_combine] = add.rfactor(k, 4, \"p\")");
  CHECK(first.computes_the_same());
  function replayed = first.written.program;
  replayed.set_schedule(schedule);
  CHECK(replayed.record()->findings.empty());
  CHECK(replayed.record()->schedule.size() == 3);
  CHECK(first.program().schedule.size() == 1);
}

TEST_CASE("rewriting: what is said of added names is judged when they exist") {
  const auto code = [](const std::function<void(compute&, rfactored&)>& schedule) {
    return Changed([&] {
             var k("k", 0, 32);
             placeholder x("x", {32}, p_int32), A("A", {1}, p_int32);
             compute s("s", {k}, A(0) += x(k));
             rfactored parts = s.rfactor(k, 4, "p");
             schedule(s, parts);
           })
        .code();
  };
  CHECK(code([](compute&, rfactored& parts) { parts.partial.partition({4}, "cyclic"); }) == "");
  CHECK(code([](compute&, rfactored& parts) { parts.partial.partition({5}, "cyclic"); }) == "bad-partition");
  CHECK(code([](compute&, rfactored& parts) { parts.init.unroll(0, 0); }) == "bad-factor");
  CHECK(code([](compute& s, rfactored& parts) { parts.combine.fuse(s, 0); }) == "");
}
