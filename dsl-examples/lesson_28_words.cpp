// Lesson 28: ports that hand over words of several elements.
//
// A bus is wider than a number: a port of 512 bits moves sixteen floats in each cycle, if all that the kernel does with
// the argument is to take whole words. What buffers copy (lesson 27) can be whole words.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_28");
  const int N = 64, M = 50, tile = 16;
  var i("i", 0, N), j("j", 0, M), i0("i0"), i1("i1");
  placeholder A("A", {N, M}), x("x", {M}), y("y", {N});
  compute s("s", {j, i}, y(i) += A(i, j) * x(j));
  A.interface("m_axi", "gmem_a");
  x.interface("m_axi", "gmem_x");
  y.interface("m_axi", "gmem_y");

  s.split(i, tile, i0, i1).reorder({i0, j, i1});
  A.buffer_at(s, i0);
  y.buffer_at(s, i0);
  x.buffer();

  // y in words of 16: each tile begins with a word, as 16 divides the tile.
  y.pack(16);
  // Rows of 50 are no whole words. Of 2 they would be; padded, the caller lays out rows of 64, and a row comes in four
  // words. The test bench and the host program for a board do that.
  A.pack(16, "padded");
  x.pack(16, "padded");

  s.pipeline(j, 1).unroll(i1);
  A.partition({16, 16}, "cyclic");
  codegen();
}
