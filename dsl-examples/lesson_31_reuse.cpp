// Lesson 31: what iterations read again, they hand on to each other.
//
// A pixel of a blurred picture has nine neighbours, and each neighbour belongs to nine pixels: a port would be read
// nine times for each pixel. reuse_at keeps a window of 3 x 3 registers that moves with the pixels, and two lines of
// the picture above it, so that each pixel is read once.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_31");
  const int rows = 32, columns = 40;
  var y("y", 0, rows - 2), x("x", 0, columns - 2);
  placeholder in("in", {rows, columns}, p_int16), out("out", {rows - 2, columns - 2}, p_int16);
  expr sum = in(y, x);
  for (int n = 1; n < 9; ++n) sum = sum + in(y + n / 3, x + n % 3);
  compute blur("blur", {y, x}, out(y, x) = cast(sum / 9, p_int16));

  // Behind a bus, nine reads take nine cycles. The window takes one, and reads the picture from its first to its last
  // pixel, which is one long burst.
  in.interface("m_axi", "gmem_in");
  out.interface("m_axi", "gmem_out");
  blur.pipeline(x, 1);
  // Iterations of y share rows, and those of x columns: handed on from y inwards. reuse_at(in, x) would keep no lines,
  // and read a column of three pixels in each iteration.
  blur.reuse_at(in, y);
  codegen();
}
