// Lesson 27: arguments that lie outside of the chip, and tiles of them inside.
//
// Behind m_axi every element that a statement reads is a read of the bus. buffer_at keeps what the iterations of one
// loop use of an array on the chip: it is copied in before them, one element a cycle in bursts, and out behind them.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_27");
  const int N = 64, tile = 16;
  var i("i", 0, N), j("j", 0, N), k("k", 0, N);
  var i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
  placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N});
  compute s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
  A.interface("m_axi", "gmem_a");
  B.interface("m_axi", "gmem_b");
  C.interface("m_axi", "gmem_c");

  // Tiles of 16 x 16 x 16: i0, j0, k0 run over tiles, i1, j1, k1 in them.
  s.tile({i, j, k}, {tile, tile, tile}, {i0, j0, k0}, {i1, j1, k1});
  // A tile of C stays on the chip while all k0 add to it, and is stored once.
  C.buffer_at(s, j0);
  // Each k0 needs other tiles of A and B. They are only read, so nothing is stored.
  A.buffer_at(s, k0);
  B.buffer_at(s, k0);

  // In the tile k1 goes outside, so that no two neighbouring iterations add to one element; a row at a time.
  s.reorder({k1, i1, j1});
  s.pipeline(i1, 1).unroll(j1);
  // The buffers get the banks that the pipelined loop asks for: 16 of B's and C's columns.
  codegen();
}
