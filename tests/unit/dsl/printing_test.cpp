#include <doctest/doctest.h>

#include "dsl/print/print_expression.hpp"
#include "dsl/print/print_program.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::test;

namespace {

std::string printed(int compute) {
  const dsl::Compute& c = program()->computes.at(compute);
  return dsl::print_value(*c.value, *program(), dsl::loop_names(c)).text;
}

}  // namespace

TEST_CASE("to_string(Directive): is DSL source") {
  init("directives");
  var i("i", 0, 8), j("j", 0, 8), k("k", 0, 8), i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
  placeholder A("A", {8, 8});
  compute s("s", {i, j, k}, A(i, j), A(i, j)), t("t", {i, j, k}, A(i, j), A(i, j));
  s.interchange(i, 1).split(i, 4).split(j, 2, j0, j1);
  s.tile(i, j, 4, 2).tile(i, j, 4, 2, i0, j0, i1, j1).tile(i, j, k, 1, 2, 3);
  s.tile(i, j, k, 1, 2, 3, i0, j0, k0, i1, j1, k1).tile({i}, {4}, {i0}, {i1}).tile({0, 1}, {4, 4});
  s.skew(i, j, 1, 1).skew(i, j, -2, 1, i0, j0).after(t, i).after(t, -1).pipeline(j0).unroll(i).unroll(1, 4);
  A.partition({4, 4}, "cyclic").partition({2, 1}, {"block", "none"});
  std::vector<std::string> lines;
  for (const Directive& directive : program()->schedule) lines.push_back(to_string(directive));
  CHECK(program()->findings.empty());
  CHECK(lines == std::vector<std::string>{
                     "s.interchange(i, 1)", "s.split(i, 4)", "s.split(j, 2, j0, j1)", "s.tile(i, j, 4, 2)",
                     "s.tile(i, j, 4, 2, i0, j0, i1, j1)", "s.tile(i, j, k, 1, 2, 3)",
                     "s.tile(i, j, k, 1, 2, 3, i0, j0, k0, i1, j1, k1)", "s.tile({i}, {4}, {i0}, {i1})",
                     "s.tile(0, 1, 4, 4)", "s.skew(i, j, 1, 1)", "s.skew(i, j, -2, 1, i0, j0)", "s.after(t, i)",
                     "s.after(t, -1)", "s.pipeline(j0, 1)", "s.unroll(i, -1)", "s.unroll(1, 4)",
                     "A.partition({4, 4}, \"cyclic\")", "A.partition({2, 1}, {\"block\", \"none\"})"});
}

TEST_CASE("schedule_source: replayed as DSL source it gives the same schedule") {
  auto declare = [](auto schedule) {
    init("gemm");
    var i("i", 0, 8), j("j", 0, 8), k("k", 0, 8);
    placeholder A("A", {8, 8}), B("B", {8, 8}), C("C", {8, 8});
    compute s("s", {k, i, j}, A(i, j) + B(i, k) * C(k, j), A(i, j));
    schedule(A, s, i, j, k);
    return dsl::schedule_source(*program());
  };
  std::string source = declare([](auto& A, auto& s, auto& i, auto& j, auto&) {
    var a("i0"), b("j0"), c("i1"), d("j1");
    s.tile(i, j, 4, 4, a, b, c, d).split(a, 2).pipeline(b).unroll(c, 4);
    var generated("i0_1");
    s.unroll(generated);
    A.partition({4, 4}, "cyclic");
  });
  CHECK(source ==
        "var i0(\"i0\"), j0(\"j0\"), i1(\"i1\"), j1(\"j1\"), i0_1(\"i0_1\");\n"
        "s.tile(i, j, 4, 4, i0, j0, i1, j1);\n"
        "s.split(i0, 2);\n"
        "s.pipeline(j0, 1);\n"
        "s.unroll(i1, 4);\n"
        "s.unroll(i0_1, -1);\n"
        "A.partition({4, 4}, \"cyclic\");\n");
  // The text above, pasted.
  std::string again = declare([](auto& A, auto& s, auto& i, auto& j, auto&) {
    var i0("i0"), j0("j0"), i1("i1"), j1("j1"), i0_1("i0_1");
    s.tile(i, j, 4, 4, i0, j0, i1, j1);
    s.split(i0, 2);
    s.pipeline(j0, 1);
    s.unroll(i1, 4);
    s.unroll(i0_1, -1);
    A.partition({4, 4}, "cyclic");
  });
  CHECK(again == source);
}

TEST_CASE(
    "schedule_source: parts of complex numbers, structs and simultaneous assignments are named before they are used") {
  const auto declare = [](const auto& schedule) {
    init("butterfly");
    var i("i", 0, 32);
    placeholder_complex X("X", {64});
    struct_array P("P", {64}, {{"x", p_int32}, {"y", p_int32}});
    simultaneous w("w", {i}, {{X(i), X(i) + X(i + 32)}, {X(i + 32), X(i) - X(i + 32)}});
    compute s("s", {i}, P(i)("x") + P(i)("y"), P(i)("x"));
    schedule(w, X, P, s, i);
    CHECK(program()->findings.empty());
    return dsl::schedule_source(*program());
  };
  const std::string source = declare([](auto& w, auto& X, auto& P, auto& s, auto& i) {
    w.front().pipeline(i);
    s.pipeline(i);
    X.im().partition({2}, "cyclic");
    P.at("x").partition({2}, "cyclic");
  });
  CHECK(source ==
        "auto& P_x = P.at(\"x\");\n"
        "auto& X_im = X.im();\n"
        "auto& w_0_re = w.computes()[0];\n"
        "w_0_re.pipeline(i, 1);\n"
        "s.pipeline(i, 1);\n"
        "X_im.partition({2}, \"cyclic\");\n"
        "P_x.partition({2}, \"cyclic\");\n");
  // The text above, pasted.
  const std::string again = declare([](auto& w, auto& X, auto& P, auto& s, auto& i) {
    auto& P_x = P.at("x");
    auto& X_im = X.im();
    auto& w_0_re = w.computes()[0];
    w_0_re.pipeline(i, 1);
    s.pipeline(i, 1);
    X_im.partition({2}, "cyclic");
    P_x.partition({2}, "cyclic");
  });
  CHECK(again == source);
}

TEST_CASE("to_string(Function): declarations, fused nests as written, schedule") {
  init("jacobi");
  var t("t", 0, 10), i("i", 1, 31), n("n", 0, 32), below("below", 0, n + 1);
  placeholder A("A", {32}), B("B", {32}, p_float64);
  constant beta("beta");
  compute s1("s1", {t, i}, beta * (A(i - 1) + A(i + 1)), A(i));
  compute s2("s2", {t, n}, A(n), B(n));
  compute s3("s3", {n, below}, 0, B(below));
  s2.after(s1, i);
  s1.pipeline(i, 2);
  CHECK(dsl::to_string(*program()) ==
        "function jacobi\n"
        "array A[32] : p_float32\n"
        "array B[32] : p_float64\n"
        "argument beta : p_float32\n"
        "\n"
        "for t in [0, 10)\n"
        "  for i in [1, 31) of s1, n in [0, 32) of s2\n"
        "    s1: A[i] = beta * (A[i - 1] + A[i + 1])\n"
        "    s2: B[n] = double(A[n])\n"
        "for n in [0, 32)\n"
        "  for below in [0, n + 1)\n"
        "    s3: B[below] = 0.0\n"
        "\n"
        "s1.pipeline(i, 2);\n");
}

TEST_CASE("print_value: C++ with the tree's order and types") {
  init("print");
  var i("i", 0, 8);
  placeholder f("f", {8}), d("d", {8}, p_float64), b("b", {8}, p_int8), l("l", {8}, p_int64), u("u", {8}, p_uint32);
  constant alpha("alpha", p_float32);
  int n = 0;
  auto print = [&](const expr& value, const placeholder& to) {
    compute s("s" + std::to_string(n), {i}, value, to(i));
    return printed(n++);
  };
  CHECK(print(f(i) - (f(i) - f(i)), f) == "f[i] - (f[i] - f[i])");
  CHECK(print(f(i) - f(i) - f(i), f) == "f[i] - f[i] - f[i]");
  CHECK(print((f(i) + 1) * -f(i) / 3, f) == "(f[i] + 1.0f) * -f[i] / 3.0f");
  CHECK(print(-(-f(i)) - -1.5, f) == "-(-f[i]) - -1.5f");
  CHECK(print(0.1 * alpha, f) == "0.1f * alpha");
  CHECK(print(d(i) * 0.1, d) == "d[i] * 0.1");
  CHECK(print(d(i) * f(i), d) == "d[i] * f[i]");
  CHECK(print(cast(b(i) + b(i) * 3, p_int8), b) == "int8_t(b[i] + b[i] * 3)");
  CHECK(print(l(i) + 1, l) == "pom_add<int64_t>(l[i], int64_t(1))");
  CHECK(print(u(i) / 7, u) == "u[i] / 7u");
  CHECK(print(select(f(i) > 0 && b(i) != 1, f(i), 0), f) == "(f[i] > 0.0f && b[i] != 1 ? f[i] : 0.0f)");
  CHECK(print(p_max(p_max(f(i), 0), p_min(f(i), 1)), f) ==
        "pom_max<float>(pom_max<float>(f[i], 0.0f), pom_min<float>(f[i], 1.0f))");
  CHECK(print(sqrt(b(i)) + exp(f(i)), f) == "std::sqrt(float(b[i])) + std::exp(f[i])");
  CHECK(print(cast(f(i) * 100, p_int8), b) == "pom_truncate<int8_t>(f[i] * 100.0f)");
  CHECK(print(f((i + 1) / 2) + f(7 - i % 3), f) == "f[pom_floordiv(i + 1, 2)] + f[7 - pom_floormod(i, 3)]");
  CHECK(print(cast(u(i), p_int64) + b(i), l) == "int64_t(u[i]) + b[i]");
  CHECK(print(i * 2, f) == "float(i * 2)");
  CHECK(program()->findings.empty());
}

TEST_CASE("print_value: numbers read back exactly") {
  init("numbers");
  var i("i", 0, 8);
  placeholder f("f", {8}), d("d", {8}, p_float64), n("n", {8}, p_int32), l("l", {8}, p_int64), u("u", {8}, p_uint64);
  compute a("a", {i}, 1.0 / 3, f(i)), b("b", {i}, 1.0 / 3, d(i)), c("c", {i}, 1e30, f(i));
  compute e("e", {i}, INT32_MIN, n(i)), g("g", {i}, INT64_MIN, l(i)), h("h", {i}, 5, u(i)), k("k", {i}, 16777217.0, f(i));
  CHECK(printed(0) == "0.33333334f");
  CHECK(printed(1) == "0.3333333333333333");
  CHECK(printed(2) == "1e+30f");
  CHECK(printed(3) == "-2147483647 - 1");
  CHECK(printed(4) == "int64_t(-9223372036854775807 - 1)");
  CHECK(printed(5) == "uint64_t(5u)");
  CHECK(printed(6) == "16777216.0f");
}

TEST_CASE("print_value: bits and shifts stand in the parentheses that compilers ask for") {
  init("bits");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_uint8), W("W", {8}, p_uint(12));
  compute s0("s0", {i}, (A(i) >> 2) & (A(i) + 3), A(i)), s1("s1", {i}, A(i) ^ 5 ^ A(i) ^ (A(i) | 1), A(i));
  compute s2("s2", {i}, ~(A(i) & 1) * 2, A(i)), s3("s3", {i}, B(i) << (A(i) & 7), A(i));
  compute s4("s4", {i}, A(i) >> B(i), A(i)), s5("s5", {i}, -1 << i, A(i)), s6("s6", {i}, (A(i) & 1) == 0, A(i));
  compute s7("s7", {i}, (A(i) << 1) < 3, A(i)), s8("s8", {i}, W(i) >> A(i), W(i)), s9("s9", {i}, ~W(i) | 5, W(i));
  REQUIRE(program()->findings.empty());
  CHECK(printed(0) == "(A[i] >> 2) & pom_add<int32_t>(A[i], 3)");
  CHECK(printed(1) == "A[i] ^ 5 ^ A[i] ^ (A[i] | 1)");
  CHECK(printed(2) == "~(A[i] & 1) * 2");
  CHECK(printed(3) == "B[i] << (A[i] & 7)");
  CHECK(printed(4) == "A[i] >> (B[i] & 31)");
  CHECK(printed(5) == "int32_t(4294967295u << i)");
  CHECK(printed(6) == "(A[i] & 1) == 0");
  CHECK(printed(7) == "pom_shl<int32_t>(A[i], 1) < 3");
  CHECK(printed(8) == "W[i] >> A[i]");
  CHECK(printed(9) == "~W[i] | ap_uint<12>(5)");
}
