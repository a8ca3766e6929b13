#include "programs.hpp"

namespace paper {

using namespace pom;

namespace {

/// A matrix product's update, k outermost: no iteration inside waits for another one's sum. It leaves the nest of
/// `before`.
void tile_product(compute& update, const compute& before, const var& i, const var& j, const var& k,
                  const std::vector<std::int64_t>& tile, int interval) {
  update.interchange(i, k);
  update.interchange(j, i);
  update.after(before, -1);
  var k0("k0"), i0("i0"), j0("j0"), k1("k1"), i1("i1"), j1("j1");
  update.tile(k, i, j, tile[0], tile[1], tile[2], k0, i0, j0, k1, i1, j1);
  update.pipeline(j0, interval);
  if (tile[0] > 1) update.unroll(k1, tile[0]);
  if (tile[1] > 1) update.unroll(i1, tile[1]);
  if (tile[2] > 1) update.unroll(j1, tile[2]);
}

/// The banks that `tile` (k, i, j) of result = left · right asks for.
void bank_product(const placeholder& result, const placeholder& left, const placeholder& right,
                  const std::vector<std::int64_t>& tile) {
  result.partition({tile[1], tile[2]}, "cyclic");
  left.partition({tile[1], tile[0]}, "cyclic");
  right.partition({tile[0], tile[2]}, "cyclic");
}

}  // namespace

/// N³/32 + N²/32: the scaling of C is tiled like the product.
function gemm(Design design, int N) {
  function program("gemm");
  program.scope([&] {
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32), C("C", {N, N}, p_float32);
    constant alpha(1.5, p_float32), beta(1.2, p_float32);
    compute scale("scale", {i, j}, C(i, j) * beta, C(i, j));
    compute update("update", {i, j, k}, C(i, j) + alpha * A(i, k) * B(k, j), C(i, j));
    update.after(scale, j);
    if (design == Design::as_written) return;
    const std::vector<std::int64_t> tile =
        design == Design::pom ? std::vector<std::int64_t>{1, 2, 16} : std::vector<std::int64_t>{2, 4, 16};
    tile_product(update, scale, i, j, k, tile, design == Design::pom ? 1 : 4);
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    scale.tile(i, j, tile[1], tile[2], i0, j0, i1, j1);
    scale.pipeline(j0, 1).unroll(i1, tile[1]).unroll(j1, tile[2]);
    bank_product(C, A, B, tile);
  });
  return program;
}

/// 2·N²/32: one nest for both sums, S2 interchanged so that neither sum runs along the inner loop. 16 banks under 32
/// copies leave two accesses of each statement for each bank: the published interval of 2, and 32 multiply-adds in
/// hardware for 64 in an iteration.
function bicg(Design design, int N) {
  function program("bicg");
  program.scope([&] {
    var i("i", 0, N), j("j", 0, N);
    placeholder A("A", {N, N}, p_float32);
    placeholder s("s", {N}, p_float32), r("r", {N}, p_float32), q("q", {N}, p_float32), p("p", {N}, p_float32);
    compute S1("S1", {i, j}, s(j) + A(i, j) * r(i), s(j));
    compute S2("S2", {i, j}, q(i) + A(i, j) * p(j), q(i));
    S2.after(S1, j);
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    if (design == Design::pom) {
      S2.interchange(i, j);
      S1.split(j, 32, j0, j1);
      S2.split(i, 32, i0, i1);
      S2.after(S1, j1);
      S1.pipeline(j0, 1);
      S1.unroll(j1, 32);
      S2.unroll(i1, 32);
      A.partition({16, 16}, "cyclic");
      s.partition({16}, "cyclic");
      q.partition({16}, "cyclic");
    } else if (design == Design::scalehls) {
      S1.tile(i, j, 16, 8, i0, j0, i1, j1);
      S2.tile(i, j, 16, 8, i0, j0, i1, j1);
      S2.after(S1, j1);
      S1.pipeline(j0, 1);
      S1.unroll(i1, 16).unroll(j1, 8);
      A.partition({16, 8}, "cyclic");
      s.partition({8}, "cyclic");
      r.partition({16}, "cyclic");
      q.partition({16}, "cyclic");
      p.partition({8}, "cyclic");
    }
  });
  return program;
}

/// N²/16 + N: both products in one nest, j outside; the last sum is a loop of its own, one element per cycle.
function gesummv(Design design, int N) {
  function program("gesummv");
  program.scope([&] {
    var i("i", 0, N), j("j", 0, N);
    placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32);
    placeholder u("u", {N}, p_float32), x("x", {N}, p_float32), y("y", {N}, p_float32);
    constant alpha(1.5, p_float32), beta(1.2, p_float32);
    compute left("left", {i, j}, u(i) + A(i, j) * x(j), u(i));
    compute right("right", {i, j}, y(i) + B(i, j) * x(j), y(i));
    compute sum("sum", {i}, alpha * u(i) + beta * y(i), y(i));
    right.after(left, j);
    sum.after(right, i);
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    if (design == Design::as_written) return;
    if (design == Design::pom) {
      left.interchange(i, j);
      right.interchange(i, j);
      sum.after(right, -1);
      left.split(i, 16, i0, i1);
      right.split(i, 16, i0, i1);
      right.after(left, i1);
      left.pipeline(i0, 1).unroll(i1, 16);
      A.partition({16, 1}, "cyclic");
      B.partition({16, 1}, "cyclic");
      u.partition({16}, "cyclic");
      y.partition({16}, "cyclic");
    } else {
      sum.distribute(i);
      left.tile(i, j, 8, 16, i0, j0, i1, j1);
      right.tile(i, j, 8, 16, i0, j0, i1, j1);
      right.after(left, j1);
      left.pipeline(j0, 1).unroll(i1, 8).unroll(j1, 16);
      A.partition({8, 16}, "cyclic");
      B.partition({8, 16}, "cyclic");
      x.partition({16}, "cyclic");
      u.partition({8}, "cyclic");
      y.partition({8}, "cyclic");
    }
    sum.pipeline(i, 1);
  });
  return program;
}

/// 2·N³/32 + N²: the two initialisations are independent loops of N² iterations, which run side by side.
function two_mm(Design design, int N) {
  function program("mm2");
  program.scope([&] {
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32), C("C", {N, N}, p_float32);
    placeholder D("D", {N, N}, p_float32), T("T", {N, N}, p_float32);
    constant alpha(1.5, p_float32), beta(1.2, p_float32);
    compute clear("clear", {i, j}, 0, T(i, j));
    compute first("first", {i, j, k}, T(i, j) + alpha * A(i, k) * B(k, j), T(i, j));
    compute scale("scale", {i, j}, D(i, j) * beta, D(i, j));
    compute second("second", {i, j, k}, D(i, j) + T(i, k) * C(k, j), D(i, j));
    first.after(clear, j);
    second.after(scale, j);
    if (design == Design::as_written) return;
    const bool ours = design == Design::pom;
    const std::vector<std::int64_t> tile{1, ours ? 2 : 8, 16};
    const std::vector<std::int64_t> second_tile = ours ? tile : std::vector<std::int64_t>{1, 1, 1};
    tile_product(first, clear, i, j, k, tile, ours ? 1 : 4);
    tile_product(second, scale, i, j, k, second_tile, 1);
    clear.pipeline(j, 1);
    scale.pipeline(j, 1);
    bank_product(T, A, B, tile);
    if (!ours) return;
    C.partition({1, 16}, "cyclic");
    D.partition({2, 16}, "cyclic");
  });
  return program;
}

/// 2·N³/16 + N²: three clearing loops side by side, two products side by side, then the third.
function three_mm(Design design, int N) {
  function program("mm3");
  program.scope([&] {
    placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32), C("C", {N, N}, p_float32);
    placeholder D("D", {N, N}, p_float32), E("E", {N, N}, p_float32), F("F", {N, N}, p_float32);
    placeholder G("G", {N, N}, p_float32);
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    const auto clear = [&](const std::string& name, const placeholder& to) {
      return compute(name, {i, j}, 0, to(i, j));
    };
    const auto product = [&](const std::string& name, const placeholder& l, const placeholder& r,
                             const placeholder& to) {
      return compute(name, {i, j, k}, to(i, j) + l(i, k) * r(k, j), to(i, j));
    };
    compute clear_e = clear("clear_e", E), product_e = product("product_e", A, B, E);
    compute clear_f = clear("clear_f", F), product_f = product("product_f", C, D, F);
    compute clear_g = clear("clear_g", G), product_g = product("product_g", E, F, G);
    product_e.after(clear_e, j);
    product_f.after(clear_f, j);
    product_g.after(clear_g, j);
    if (design == Design::as_written) return;
    const bool ours = design == Design::pom;
    const std::vector<std::int64_t> tile{1, ours ? 2 : 8, 8};
    tile_product(product_e, clear_e, i, j, k, ours ? tile : std::vector<std::int64_t>{1, 1, 1}, 1);
    tile_product(product_f, clear_f, i, j, k, tile, ours ? 1 : 3);
    tile_product(product_g, clear_g, i, j, k, tile, ours ? 1 : 3);
    for (compute* one : {&clear_e, &clear_f, &clear_g}) one->pipeline(j, 1);
    for (const placeholder* one : {&A, &C}) one->partition({tile[1], 1}, "cyclic");
    for (const placeholder* one : {&B, &D}) one->partition({1, tile[2]}, "cyclic");
    for (const placeholder* one : {&E, &F, &G}) one->partition({tile[1], tile[2]}, "cyclic");
  });
  return program;
}

}  // namespace paper
