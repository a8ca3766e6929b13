#include "programs.hpp"

namespace pom::test {

namespace {

using Computes = std::vector<compute>;

Computes two_nests() {
  var i("i", 0, 14), j("j", 0, 11), m("m", 1, 13), n("n", 1, 10);
  placeholder A("A", {14, 11}), B("B", {14, 11}), C("C", {14, 11});
  compute s1("s1", {i, j}, A(i, j) * 0.5, B(i, j));
  compute s2("s2", {m, n}, B(m - 1, n) + B(m + 1, n) - B(m, n - 1) * B(m, n + 1), C(m, n));
  return {s1, s2};
}

Computes guarded() {
  var i("i", 0, 13), j("j", 0, 12);
  placeholder A("A", {13, 12}), B("B", {13, 12}, p_int32);
  compute s1("s1", {i, j}, A(i, j) * 2 + i, A(i, j));
  compute s2("s2", {i, j}, B(i, j) + i * j, B(i, j));
  s2.after(s1, j);
  s1.where(i + j < 19 && (i % 3 == 0 || j % 2 == 1));
  s2.where(i != j).where(i / 2 <= j);
  return {s1, s2};
}

Computes lower_triangle() {
  var i("i", 0, 19), j("j", 0, i + 1);
  placeholder A("A", {19, 19}), B("B", {19, 19});
  compute s("s", {i, j}, A(i, j) * 1.5 - B(j, i), B(i, j));
  return {s};
}

Computes three_processes() {
  var i("i", 0, 12), j("j", 0, 9);
  placeholder A("A", {12, 9}), M("M", {12, 9}), acc("acc", {1}), x("x", {12}), y("y", {12});
  M.local(), acc.local(), x.local();
  compute load("load", {i, j}, A(i, j) * 0.25, M(i, j));
  compute clear("clear", {i}, 0, acc(0));
  compute sum("sum", {i, j}, acc(0) + M(i, j), acc(0));
  compute put("put", {i}, acc(0), x(i));
  compute store("store", {i}, x(i) * 3 + 1, y(i));
  sum.after(clear, i);
  put.after(sum, i);
  M.stream(4);
  x.stream(2);
  return {load, clear, sum, put, store};
}

Computes layers() {
  var i("i", 1, 11), j("j", 1, 9);
  placeholder A("A", {12, 10}), B("B", {12, 10}), C("C", {12, 10}), D("D", {12, 10});
  constant a("a"), b("b"), c("c");
  const auto layer = [&](const char* name, const placeholder& from, const placeholder& to, const constant& weight) {
    return compute(name, {i, j}, (from(i, j) + from(i - 1, j) + from(i, j + 1)) * weight, to(i, j));
  };
  return {layer("one", A, B, a), layer("two", B, C, b), layer("three", C, D, c)};
}

Computes scratch() {
  var i("i", 0, 10), j("j", 0, 8), k("k", 0, 8);
  placeholder A("A", {10, 8}), T("T", {8}), U("U", {10, 8}, p_float64), R("R", {10});
  T.local().partition({8}, "complete");
  U.local().bind_storage("ram_2p", "lutram");
  compute copy("copy", {i, j}, A(i, 7 - j), T(j));
  compute scale("scale", {i, j}, T(j) * 0.1, U(i, j));
  compute clear("clear", {i}, 0, R(i));
  compute sum("sum", {i, k}, R(i) + cast(U(i, k), p_float32) * A(i, k), R(i));
  scale.after(copy, i);
  sum.after(clear, i);
  R.interface("m_axi", "results");
  A.reshape({1, 4}, "cyclic");
  return {copy, scale, clear, sum};
}

}  // namespace

std::vector<ScheduledProgram> primitive_programs() {
  return {{"two nests",
           two_nests,
           {[](Computes& s) {
              s[1].shift(0, 1).shift(1, 1).fuse(s[0], 1);
              s[0].pipeline(1, 1);
            },
            [](Computes& s) {
              s[1].shift(0, 1).shift(1, 1).fuse(s[0], 1);
              for (compute& one : s) one.tile(0, 1, 4, 4);
            },
            [](Computes& s) {
              s[1].shift(0, 1).fuse(s[0], 0);
              s[1].peel(0, 1).peel(0, -1).pipeline(1, 1);
            },
            [](Computes& s) {
              for (compute& one : s) one.reverse(0).reverse(1).reorder({1, 0});
              s[1].shift(0, 1).fuse(s[0], 0);
              s[1].distribute(0).split(1, 4).reverse(1);
            }}},
          {"guarded",
           guarded,
           {[](Computes& s) { s[0].pipeline(1, 1); },
            [](Computes& s) {
              for (compute& one : s) one.tile(0, 1, 4, 5).pipeline(3, 1);
            },
            [](Computes& s) { s[1].distribute(0).interchange(0, 1).peel(0, 2).unroll(1, 2); },
            [](Computes& s) { s[1].distribute(1).skew(0, 1, 1, 1).reverse(1); },
            [](Computes& s) { s[0].shift(1, -3).peel(1, 2).peel(0, -4); }}},
          {"lower triangle",
           lower_triangle,
           {[](Computes& s) { s[0].tile(0, 1, 4, 4).separate(3).pipeline(3, 1); },
            [](Computes& s) { s[0].split(1, 4).separate(2).unroll(2, 4); },
            [](Computes& s) { s[0].skew(0, 1, -1, 1).split(1, 5).separate(2).peel(0, 6); },
            [](Computes& s) { s[0].interchange(0, 1).peel(1, 1).peel(1, -2).pipeline(1, 1); },
            [](Computes& s) { s[0].tile(0, 1, 5, 3).separate(2).separate(3).peel(0, 1).reverse(1); }}},
          {"three processes",
           three_processes,
           {[](Computes& s) { s[2].pipeline(1, 1).bind_op("add", "fulldsp", 6); },
            [](Computes& s) {
              s[0].pipeline(1, 1).peel(0, 1).inline_off("front");
              s[2].split(1, 3).unroll(2, -1);
              s[4].pipeline(0, 1).peel(0, -3);
            },
            [](Computes& s) {
              s[0].split(0, 4).reverse(1).reverse(1);
              s[1].peel(0, 2).inline_off();
            }},
           [](function& f) { f.dataflow().interface("ap_ctrl_chain"); }},
          {"layers",
           layers,
           {[](Computes& s) {
              for (compute& one : s) one.pipeline(1, 1).inline_off("layer");
            },
            [](Computes& s) {
              for (compute& one : s) one.tile(0, 1, 4, 3).bind_op("mul", "meddsp", 3).inline_off("layer");
            },
            [](Computes& s) {
              s[0].peel(0, 1).inline_off("layer");
              s[1].reverse(0).inline_off("other");
              s[2].peel(0, 1).inline_off("layer");
            }}},
          {"scratch arrays",
           scratch,
           {[](Computes& s) {
              s[0].unroll(1, -1);
              s[1].pipeline(1, 1);
            },
            [](Computes& s) { s[2].fuse(s[0], 0).pipeline(0, 4); },
            [](Computes& s) {
              s[1].fuse(s[0], 1);
              s[3].reorder({1, 0});
              s[3].interchange(0, 1).peel(1, 3);
            },
            [](Computes& s) {
              s[0].inline_off("front");
              s[3].inline_off("back").pipeline(1, 1);
            }}}};
}

}  // namespace pom::test
