// EdgeDetect: the sum of the eight neighbours, then the two diagonal differences of the sums (Roberts); three colours.
#include "arguments.hpp"
using namespace pom;

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("edgeDetect", argc, argv);
  const int N = arguments.size;

  init("edgeDetect");
  var y("y", 0, N - 2), x("x", 0, N - 2), c("c", 0, 3);
  placeholder in("in", {N, N, 3}, p_float32), ring("ring", {N, N, 3}, p_float32), edges("edges", {N, N, 3}, p_float32);

  compute neighbours("neighbours", {y, x, c},
                     in(y, x, c) + in(y, x + 1, c) + in(y, x + 2, c) + in(y + 1, x, c) + in(y + 1, x + 2, c) +
                         in(y + 2, x, c) + in(y + 2, x + 1, c) + in(y + 2, x + 2, c),
                     ring(y + 1, x + 1, c));
  // Row N-1 and column 0 of `ring` are the caller's (zero) border.
  compute gradient("gradient", {y, x, c},
                   ring(y + 1, x + 1, c) - ring(y + 2, x, c) + ring(y + 2, x + 1, c) - ring(y + 1, x, c),
                   edges(y, x, c));

  if (arguments.mode == Mode::scheduled) {
    // A tile, put together from its parts.
    var y0("y0"), y1("y1"), x0("x0"), x1("x1");
    for (compute* pass : {&neighbours, &gradient}) {
      pass->split(y, 2, y0, y1);
      pass->split(x, 2, x0, x1);
      pass->interchange(y1, x0);
      pass->pipeline(x0, 1);
      pass->unroll(y1);
      pass->unroll(x1);
      pass->unroll(c);
    }
    for (const placeholder* image : {&in, &ring, &edges}) image->partition({2, 2, 3}, "cyclic");
  }
  compile_program("edgeDetect", arguments);
}
