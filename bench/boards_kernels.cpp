#include "boards_kernels.hpp"

using namespace pom;

namespace boards {

pom::function product(int size) {
  function program("product");
  program.scope([&] {
    var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    placeholder A("A", {size, size}), B("B", {size, size}), C("C", {size, size});
    compute s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
  });
  return program;
}

pom::function gemm() {
  function program("gemm");
  program.scope([] {
    constexpr int NI = 200, NJ = 220, NK = 240;
    var i("i", 0, NI), j("j", 0, NJ), kk("k", 0, NK);
    placeholder A("A", {NI, NK}), B("B", {NK, NJ}), C("C", {NI, NJ});
    compute s("s", {i, j}, C(i, j) = C(i, j) * 1.2f);
    compute u("u", {i, kk, j}, C(i, j) += 1.5f * A(i, kk) * B(kk, j));
    u.after(s, i);
  });
  return program;
}

pom::function two_mm() {
  function program("two_mm");
  program.scope([] {
    constexpr int NI = 180, NJ = 190, NK = 210, NL = 220;
    var i("i", 0, NI), j("j", 0, NJ), kk("k", 0, NK), l("l", 0, NL);
    placeholder A("A", {NI, NK}), B("B", {NK, NJ}), C("C", {NJ, NL}), D("D", {NI, NL}), T("T", {NI, NJ});
    T.local();
    compute s0("s0", {i, j}, T(i, j) = 0.0f);
    compute s1("s1", {i, j, kk}, T(i, j) += 1.5f * A(i, kk) * B(kk, j));
    s1.after(s0, j);
    var m("m", 0, NJ);
    compute s2("s2", {i, l}, D(i, l) = D(i, l) * 1.2f);
    compute s3("s3", {i, l, m}, D(i, l) += T(i, m) * C(m, l));
    s3.after(s2, l);
  });
  return program;
}

pom::function three_mm() {
  function program("three_mm");
  program.scope([] {
    constexpr int NI = 180, NJ = 190, NK = 200, NL = 210, NM = 220;
    var i("i", 0, NI), j("j", 0, NJ), kk("k", 0, NK), l("l", 0, NL), m("m", 0, NM), j2("j2", 0, NJ);
    placeholder A("A", {NI, NK}), B("B", {NK, NJ}), C("C", {NJ, NM}), D("D", {NM, NL}), E("E", {NI, NJ}),
        F("F", {NJ, NL}), G("G", {NI, NL});
    E.local();
    F.local();
    compute a0("a0", {i, j}, E(i, j) = 0.0f);
    compute a1("a1", {i, j, kk}, E(i, j) += A(i, kk) * B(kk, j));
    a1.after(a0, j);
    compute b0("b0", {j, l}, F(j, l) = 0.0f);
    compute b1("b1", {j, l, m}, F(j, l) += C(j, m) * D(m, l));
    b1.after(b0, l);
    compute c0("c0", {i, l}, G(i, l) = 0.0f);
    compute c1("c1", {i, l, j2}, G(i, l) += E(i, j2) * F(j2, l));
    c1.after(c0, l);
  });
  return program;
}

pom::function atax() {
  function program("atax");
  program.scope([] {
    constexpr int M = 390, N = 410;
    var i("i", 0, M), j("j", 0, N);
    placeholder A("A", {M, N}), x("x", {N}), y("y", {N}), t("t", {M});
    t.local();
    compute z("z", {j}, y(j) = 0.0f);
    compute a0("a0", {i}, t(i) = 0.0f);
    compute a("a", {i, j}, t(i) += A(i, j) * x(j));
    a.after(a0, i);
    compute b("b", {i, j}, y(j) += A(i, j) * t(i));
    b.after(a, i);
  });
  return program;
}

pom::function bicg() {
  function program("bicg");
  program.scope([] {
    constexpr int M = 390, N = 410;
    var i("i", 0, N), j("j", 0, M);
    placeholder A("A", {N, M}), s("s", {M}), q("q", {N}), p("p", {M}), r("r", {N});
    compute z("z", {j}, s(j) = 0.0f);
    compute q0("q0", {i}, q(i) = 0.0f);
    compute a("a", {i, j}, s(j) += r(i) * A(i, j));
    a.after(q0, i);
    compute b("b", {i, j}, q(i) += A(i, j) * p(j));
    b.after(a, j);
  });
  return program;
}

pom::function gesummv() {
  function program("gesummv");
  program.scope([] {
    constexpr int N = 250;
    var i("i", 0, N), j("j", 0, N);
    placeholder A("A", {N, N}), B("B", {N, N}), x("x", {N}), y("y", {N}), t("t", {N});
    t.local();
    compute t0("t0", {i}, t(i) = 0.0f);
    compute y0("y0", {i}, y(i) = 0.0f);
    y0.after(t0, i);
    compute a("a", {i, j}, t(i) += A(i, j) * x(j));
    a.after(y0, i);
    compute b("b", {i, j}, y(i) += B(i, j) * x(j));
    b.after(a, j);
    compute e("e", {i}, y(i) = 1.5f * t(i) + 1.2f * y(i));
    e.after(b, i);
  });
  return program;
}

pom::function mvt() {
  function program("mvt");
  program.scope([] {
    constexpr int N = 400;
    var i("i", 0, N), j("j", 0, N);
    placeholder A("A", {N, N}), x1("x1", {N}), x2("x2", {N}), y1("y1", {N}), y2("y2", {N});
    compute a("a", {i, j}, x1(i) += A(i, j) * y1(j));
    compute b("b", {i, j}, x2(i) += A(j, i) * y2(j));
  });
  return program;
}

pom::function symm() {
  function program("symm");
  program.scope([] {
    constexpr int M = 200, N = 240;
    var i("i", 0, M), j("j", 0, N), kk("k", 0, i);
    placeholder A("A", {M, M}), B("B", {M, N}), C("C", {M, N}), t("t", {M, N});
    t.local();
    compute z("z", {i, j}, t(i, j) = 0.0f);
    compute a("a", {i, j, kk}, C(kk, j) += 1.5f * B(i, j) * A(i, kk));
    a.after(z, j);
    compute b("b", {i, j, kk}, t(i, j) += B(kk, j) * A(i, kk));
    b.after(a, kk);
    compute e("e", {i, j}, C(i, j) = 1.2f * C(i, j) + 1.5f * B(i, j) * A(i, i) + 1.5f * t(i, j));
    e.after(b, j);
  });
  return program;
}

pom::function syr2k() {
  function program("syr2k");
  program.scope([] {
    constexpr int M = 200, N = 240;
    var i("i", 0, N), j("j", 0, i + 1), kk("k", 0, M);
    placeholder A("A", {N, M}), B("B", {N, M}), C("C", {N, N});
    compute s("s", {i, j}, C(i, j) = C(i, j) * 1.2f);
    compute u("u", {i, kk, j}, C(i, j) += A(j, kk) * 1.5f * B(i, kk) + B(j, kk) * 1.5f * A(i, kk));
    u.after(s, i);
  });
  return program;
}

pom::function syrk() {
  function program("syrk");
  program.scope([] {
    constexpr int M = 200, N = 240;
    var i("i", 0, N), j("j", 0, i + 1), kk("k", 0, M);
    placeholder A("A", {N, M}), C("C", {N, N});
    compute s("s", {i, j}, C(i, j) = C(i, j) * 1.2f);
    compute u("u", {i, kk, j}, C(i, j) += 1.5f * A(i, kk) * A(j, kk));
    u.after(s, i);
  });
  return program;
}

pom::function trmm() {
  function program("trmm");
  program.scope([] {
    constexpr int M = 200, N = 240;
    var i("i", 0, M), j("j", 0, N), kk("k", i + 1, M);
    placeholder A("A", {M, M}), B("B", {M, N});
    compute u("u", {i, j, kk}, B(i, j) += A(kk, i) * B(kk, j));
    compute s("s", {i, j}, B(i, j) = B(i, j) * 1.5f);
    s.after(u, j);
  });
  return program;
}

}  // namespace boards
