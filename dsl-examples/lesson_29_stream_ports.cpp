// Lesson 29: arguments that come and go as streams.
//
// A filter between two other designs, or behind a DMA, gets its pixels one after the other. interface("axis") makes an
// argument such a stream: AXI4-Stream, whose last beat says that it is the last one.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_29");
  const int rows = 12, columns = 16;
  var y("y", 0, rows - 2), x("x", 0, columns - 2);
  placeholder in("in", {rows, columns}, p_int16), out("out", {rows - 2, columns - 2}, p_int16);

  // A pixel is the mean of the cross around it.
  compute blur(
      "blur", {y, x},
      out(y, x) = cast((in(y + 1, x + 1) * 4 + in(y, x + 1) + in(y + 2, x + 1) + in(y + 1, x) + in(y + 1, x + 2)) >> 3,
                       p_int16));

  // The result is written pixel by pixel, as a stream takes it: that is proved. The window reads each pixel up to five
  // times, which no stream allows: with automatic channels a process of its own reads `in`, and the rows that are
  // needed again stay in lines. Without dataflow, in.buffer() would keep the whole image.
  in.interface("axis");
  out.interface("axis");
  blur.pipeline(x, 1);
  dataflow(Channels::automatic);
  codegen();
}
