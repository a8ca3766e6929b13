// Blur: the mean of three neighbours along the columns, then of three results along the rows; three colours.
#include "arguments.hpp"
using namespace pom;

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("blur", argc, argv);
  const int N = arguments.size;

  init("blur");
  var y("y", 0, N - 2), x("x", 0, N - 2), c("c", 0, 3);
  placeholder in("in", {N, N, 3}, p_float32), wide("wide", {N, N, 3}, p_float32),
      blurred("blurred", {N, N, 3}, p_float32);

  // `wide` keeps the caller's (zero) border of two rows below.
  compute along_x("along_x", {y, x, c}, (in(y, x, c) + in(y, x + 1, c) + in(y, x + 2, c)) / 3, wide(y, x, c));
  compute along_y("along_y", {y, x, c}, (wide(y, x, c) + wide(y + 1, x, c) + wide(y + 2, x, c)) / 3, blurred(y, x, c));

  if (arguments.mode == Mode::scheduled) {
    var y0("y0"), x0("x0"), y1("y1"), x1("x1");
    for (compute* pass : {&along_x, &along_y}) {
      pass->tile(y, x, 2, 2, y0, x0, y1, x1);  // the colours stay innermost
      pass->pipeline(x0, 1);
      pass->unroll(y1, 2);
      pass->unroll(x1, 2);
      pass->unroll(c, 3);
    }
    for (const placeholder* image : {&in, &wide, &blurred}) {
      image->partition({2, 2, 3}, {"cyclic", "cyclic", "complete"});
    }
  }
  compile_program("blur", arguments);
}
