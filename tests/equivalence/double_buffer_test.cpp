#include <doctest/doctest.h>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

namespace double_buffer_equivalence {

/// A product of matrices of 20 in tiles of 8, of which the last ones are partial.
std::function<void()> product(bool outer_too, std::int64_t lanes) {
  return [=] {
    const int N = 20, tile = 8;
    var i("i", 0, N), j("j", 0, N), k("k", 0, N), i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
    placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N});
    compute s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
    A.interface("m_axi", "a");
    B.interface("m_axi", "b");
    C.interface("m_axi", "c");
    s.tile({i, j, k}, {tile, tile, tile}, {i0, j0, k0}, {i1, j1, k1});
    C.buffer_at(s, j0);
    A.buffer_at(s, k0);
    B.buffer_at(s, k0);
    if (lanes > 1) {
      A.pack(lanes);
      B.pack(lanes);
      C.pack(lanes);
    }
    s.double_buffer(k0);
    if (outer_too) s.double_buffer(j0);
    s.reorder({k1, i1, j1});
    s.pipeline(i1, 1).unroll(j1);
  };
}

TEST_CASE("double_buffer: a product in tiles computes the same, its sums held around or loaded with each tile") {
  for (const bool outer_too : {false, true}) {
    for (const std::int64_t lanes : {1, 4}) {
      CAPTURE(outer_too);
      CAPTURE(lanes);
      CHECK(difference(product(outer_too, lanes)) == "");
    }
  }
}

TEST_CASE("double_buffer: tiles with a halo, and two statements in each") {
  CHECK(difference([] {
          var i("i", 1, 62), i0("i0"), i1("i1");
          placeholder A("A", {64}), B("B", {64}), C("C", {64});
          compute s("s", {i}, B(i) = A(i - 1) + A(i + 1));
          compute t("t", {i}, C(i) = B(i) * 2);
          s.split(i, 16, i0, i1);
          t.split(i, 16, i0, i1);
          t.fuse(s, i0);
          A.buffer_at(s, i0);
          B.buffer_at(s, i0);
          C.buffer_at(s, i0);
          s.double_buffer(i0);
        }) == "");
}

TEST_CASE("double_buffer: tiles that are changed in place, inside of a function of their own") {
  CHECK(difference([] {
          var t("t", 0, 3), i("i", 0, 40), i0("i0"), i1("i1");
          placeholder A("A", {40}), B("B", {40});
          compute s("s", {t, i}, A(i) = A(i) * 3 + B(i));
          s.split(i, 16, i0, i1);
          A.interface("m_axi", "a");
          A.buffer_at(s, i0);
          s.double_buffer(i0);
          s.inline_off("sweep");
        }) == "");
}

}  // namespace double_buffer_equivalence
