// Lesson 30: the next tile comes while the work is on this one.
//
// Copies and work of lesson 27 take turns. double_buffer makes them processes: loads, work and stores of neighbouring
// tiles run at the same time, and each buffer has two halves, of which one is filled while the other is used.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_30");
  const int N = 64, tile = 16;
  var i("i", 0, N), j("j", 0, N), k("k", 0, N);
  var i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
  placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N});
  compute s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
  // A bundle for each: one process of a region reads a bundle.
  A.interface("m_axi", "gmem_a");
  B.interface("m_axi", "gmem_b");
  C.interface("m_axi", "gmem_c");
  s.tile({i, j, k}, {tile, tile, tile}, {i0, j0, k0}, {i1, j1, k1});
  A.buffer_at(s, k0);
  B.buffer_at(s, k0);
  // All k0 add to one tile of C. At k0 each would load what the one before has stored, and could not run ahead of it.
  C.buffer_at(s, j0);
  s.double_buffer(k0);

  s.reorder({k1, i1, j1});
  s.pipeline(i1, 1).unroll(j1);
  codegen();
}
