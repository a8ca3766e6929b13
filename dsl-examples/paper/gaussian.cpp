// Gaussian: a separable filter of seven taps, along the rows and then along the columns; three colours.
// The accumulators start with what the caller put there (zero).
#include "arguments.hpp"
using namespace pom;

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("gaussian", argc, argv, {4096, 16});
  const int N = arguments.size;

  init("gaussian");
  var y("y", 0, N - 7), x("x", 0, N - 7), c("c", 0, 3), k("k", 0, 7);
  placeholder in("in", {N, N, 3}, p_float32), wide("wide", {N, N, 3}, p_float32),
      smooth("smooth", {N, N, 3}, p_float32);
  placeholder taps_x("taps_x", {7}, p_float32), taps_y("taps_y", {7}, p_float32);

  compute along_x("along_x", {y, x, c, k}, wide(y, x, c) + in(y, x + k, c) * taps_x(k), wide(y, x, c));
  // Rows N-7 to N-2 of `wide` are the caller's (zero) border.
  compute along_y("along_y", {y, x, c, k}, smooth(y, x, c) + wide(y + k, x, c) * taps_y(k), smooth(y, x, c));

  if (arguments.mode == Mode::scheduled) {
    var x0("x0"), x1("x1");
    for (compute* pass : {&along_x, &along_y}) {
      pass->interchange(x, k);  // (y, k, c, x): the sum runs along k, outside the pixels of a row
      pass->interchange(c, x);  // (y, k, x, c)
      pass->split(x, 3, x0, x1);
      pass->pipeline(x0, 1);
      pass->unroll(x1);
      pass->unroll(c);
    }
    for (const placeholder* image : {&in, &wide, &smooth}) image->partition({1, 3, 3}, "cyclic");
  }
  compile_program("gaussian", arguments);
}
