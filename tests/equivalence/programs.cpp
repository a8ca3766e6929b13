#include "programs.hpp"

namespace pom::test {

namespace {

using Computes = std::vector<compute>;

Computes product() {
  var i("i", 0, 13), j("j", 0, 10), k("k", 0, 7);
  placeholder A("A", {13, 10}), B("B", {13, 7}), C("C", {7, 10});
  compute s("s", {i, j, k}, A(i, j) + B(i, k) * C(k, j), A(i, j));
  A.partition({4, 5}, {"cyclic", "block"});
  B.partition({1, 7}, "complete");
  return {s};
}

Computes two_dimensional_stencil() {
  var t("t", 0, 4), i("i", 1, 11), j("j", 1, 9);
  placeholder A("A", {12, 10}), B("B", {12, 10});
  compute s1("s1", {t, i, j}, 0.2 * (A(i, j) + A(i, j - 1) + A(i, j + 1) + A(i - 1, j) + A(i + 1, j)), B(i, j));
  compute s2("s2", {t, i, j}, 0.2 * (B(i, j) + B(i, j - 1) + B(i, j + 1) + B(i - 1, j) + B(i + 1, j)), A(i, j));
  s2.after(s1, t);
  return {s1, s2};
}

Computes in_place_stencil() {
  var t("t", 0, 3), i("i", 1, 9), j("j", 1, 9);
  placeholder A("A", {10, 10});
  const expr sum = A(i - 1, j - 1) + A(i - 1, j) + A(i - 1, j + 1) + A(i, j - 1) + A(i, j) + A(i, j + 1) +
                   A(i + 1, j - 1) + A(i + 1, j) + A(i + 1, j + 1);
  compute s("s", {t, i, j}, sum / 9.0, A(i, j));
  return {s};
}

Computes two_reductions() {
  var i("i", 0, 12), j("j", 0, 9);
  placeholder A("A", {12, 12}), p("p", {12}), q("q", {12}), r("r", {12}), s("s", {12});
  compute s1("s1", {i, j}, s(j) + A(i, j) * r(i), s(j));
  compute s2("s2", {i, j}, q(i) + A(i, j) * p(j), q(i));
  s2.after(s1, j);
  return {s1, s2};
}

Computes triangle() {
  var i("i", 0, 11), j("j", 0, i + 1), k("k", j, 11);
  placeholder L("L", {11, 11}, p_float64), x("x", {11}, p_float64);
  compute clear("clear", {i}, 0, x(i));
  compute sum("sum", {i, j, k}, x(i) + L(i, j) * L(k, j), x(i));
  sum.after(clear, i);
  return {clear, sum};
}

Computes integers() {
  var i("i", 0, 16), j("j", 0, 9);
  placeholder A("A", {16, 9}, p_int8), B("B", {16}, p_uint16), C("C", {16, 9}, p_int32), D("D", {16, 9}, p_int64);
  compute s1("s1", {i, j}, A(i, j) * 3 - B(i) / 2 + i * j, C(i, j));
  compute s2("s2", {i, j}, select(C(i, j) > 4, D(i, j) - C(i, j), p_max(C(i, j), 7)), D(i, j));
  return {s1, s2};
}

/// Compilers warn of what looks like a chain of comparisons.
Computes conditions() {
  var i("i", 0, 16);
  placeholder A("A", {16}, p_int32), x("x", {16}), C("C", {16}, p_int32);
  compute s("s", {i}, !(x(i) == x(i)) + ((A(i) < 3) == (x(i) > 0)) * 2 + (A(i) != (A(i) >= -1)) * 4, C(i));
  return {s};
}

Computes different_ranges() {
  var t("t", 0, 3), a("a", 0, 12), b("b", 2, 9), c("c", 1, 7);
  constant scale("scale");
  placeholder A("A", {14}), B("B", {14}), C("C", {14});
  compute s1("s1", {t, a}, A(a) * scale, A(a));
  compute s2("s2", {t, b}, A(b) + B(b - 1), B(b));
  compute s3("s3", {t, c}, B(c) - A(c), C(c));
  s2.after(s1, 1);
  s3.after(s2, 1);
  return {s1, s2, s3};
}

std::vector<ScheduledProgram> kernels() {
  return {{"product",
           product,
           {[](Computes& s) { s[0].interchange(0, 2).tile(1, 2, 4, 5).pipeline(2, 1).unroll(3, -1).unroll(4, -1); },
            [](Computes& s) {
              s[0].tile({0, 1, 2}, {3, 4, 2});
            },
            [](Computes& s) { s[0].split(2, 3).interchange(0, 1).skew(0, 1, 1, 1).pipeline(3, 2); },
            [](Computes& s) { s[0].split(0, 4).split(1, 2).unroll(2, 2); },
            [](Computes& s) {
              s[0].reorder({2, 0, 1}).bind_op("mul", "maxdsp", 2).bind_op("add", "fabric").pipeline(2, 1);
            },
            [](Computes& s) { s[0].peel(0, 1).peel(1, -3).reverse(1).pipeline(2, 1); },
            [](Computes& s) {
              s[0].reorder({1, 2, 0}).reverse(0).tile(0, 2, 4, 5).shift(1, 2).inline_off("product");
            }}},
          {"two-dimensional stencil",
           two_dimensional_stencil,
           {[](Computes& s) {
              for (compute& one : s) one.tile(1, 2, 3, 4).pipeline(2, 1).unroll(4, 4);
            },
            [](Computes& s) {
              for (compute& one : s) one.interchange(1, 2).split(2, 4).unroll(3, -1);
            },
            [](Computes& s) {
              for (compute& one : s) one.split(0, 2);
            },
            [](Computes& s) {
              s[1].shift(1, 1).shift(2, 1).fuse(s[0], 2);
              s[0].peel(2, 1).pipeline(2, 1);
            },
            [](Computes& s) {
              s[1].shift(1, 1).shift(2, 1).fuse(s[0], 2);
              for (compute& one : s) one.tile(1, 2, 3, 4);
            },
            [](Computes& s) { s[0].reverse(1).reverse(2).peel(1, 2).inline_off(); }}},
          {"in-place stencil",
           in_place_stencil,
           {[](Computes& s) { s[0].skew(1, 2, 2, 1).interchange(1, 2).pipeline(2, 1); },
            [](Computes& s) { s[0].skew(0, 1, 1, 1).skew(0, 2, 1, 1).skew(1, 2, 1, 1).tile(1, 2, 3, 4); },
            [](Computes& s) {
              s[0].skew(0, 1, 1, 1).skew(0, 2, 1, 1).skew(1, 2, 1, 1).tile(1, 2, 3, 4).separate(4).separate(3);
            },
            [](Computes& s) {
              s[0].skew(1, 2, 2, 1).reorder({2, 1}).peel(2, 1).peel(1, -1).pipeline(2, 1);
            }}},
          {"two reductions",
           two_reductions,
           {[](Computes& s) { s[1].interchange(0, 1); },
            [](Computes& s) {
              s[1].interchange(0, 1);
              for (compute& one : s) one.split(1, 4).pipeline(1, 2).unroll(2, 4);
            },
            [](Computes& s) {
              s[1].after(s[0], -1);
              s[1].interchange(0, 1).split(0, 2).after(s[0], -1);
            },
            [](Computes& s) {
              s[1].distribute(0).reorder({1, 0}).peel(1, 1).pipeline(1, 1);
            },
            [](Computes& s) {
              s[1].distribute(1).shift(1, 2).fuse(s[0], 1);
              s[0].inline_off("both");
            }}},
          {"triangle",
           triangle,
           {[](Computes& s) { s[1].split(2, 3); }, [](Computes& s) { s[1].split(2, 3).split(1, 2).pipeline(4, 1); },
            [](Computes& s) { s[1].skew(1, 2, -1, 1); },
            [](Computes& s) { s[1].split(2, 3).separate(3).unroll(3, 3).peel(1, 1); },
            [](Computes& s) { s[1].distribute(0).peel(0, -2).peel(2, 1).split(1, 4).separate(2); }}},
          {"integers",
           integers,
           {[](Computes& s) {
              s[1].interchange(0, 1).interchange(0, 1).after(s[0], 1);
              s[0].pipeline(1, 1);
            },
            [](Computes& s) {
              for (compute& one : s) one.tile(0, 1, 5, 2).pipeline(1, 3);
            },
            [](Computes& s) {
              for (compute& one : s) one.reverse(0).bind_op(&one == &s[0] ? "mul" : "sub", "dsp", 0);
              s[1].fuse(s[0], 1).reverse(1).peel(1, 4);
              s[0].reverse(1);
            }}},
          {"conditions", conditions, {[](Computes& s) { s[0].pipeline(0, 1); }}},
          {"different ranges",
           different_ranges,
           {[](Computes& s) {
              for (compute& one : s) one.split(1, 4);
            },
            [](Computes& s) { s[0].pipeline(1, 1); },
            [](Computes& s) {
              s[1].shift(1, 1).peel(1, 2);
              s[2].shift(1, 3);
            },
            [](Computes& s) {
              for (compute& one : s) one.shift(1, 2);
              s[2].distribute(1).peel(1, -1);
              s[0].peel(1, 3).pipeline(1, 1);
            }}}};
}

}  // namespace

const std::vector<ScheduledProgram>& scheduled_programs() {
  static const std::vector<ScheduledProgram> all = [] {
    std::vector<ScheduledProgram> both = kernels(), more = primitive_programs();
    both.insert(both.end(), more.begin(), more.end());
    return both;
  }();
  return all;
}

}  // namespace pom::test
