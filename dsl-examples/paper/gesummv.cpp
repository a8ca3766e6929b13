// GESUMMV: y = alpha * A * x + beta * B * x. The accumulators u and y start with what the caller put there (zero).
#include "arguments.hpp"
using namespace pom;

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("gesummv", argc, argv);
  const int N = arguments.size;

  init("gesummv");
  var i("i", 0, N), j("j", 0, N);
  placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32);
  placeholder u("u", {N}, p_float32), x("x", {N}, p_float32), y("y", {N}, p_float32);
  constant alpha(1.5, p_float32), beta(1.2, p_float32);

  compute left("left", {i, j}, u(i) + A(i, j) * x(j), u(i));
  compute right("right", {i, j}, y(i) + B(i, j) * x(j), y(i));
  compute sum("sum", {i}, alpha * u(i) + beta * y(i), y(i));
  right.after(left, j);
  sum.after(right, i);

  if (arguments.mode == Mode::scheduled) {
    // The sums run along j; i is free. j goes outward, and `sum` gets a loop of its own behind it.
    var i0("i0"), i1("i1");
    left.interchange(i, j);
    right.interchange(i, j);
    sum.after(right, -1);
    left.split(i, 8, i0, i1);
    right.split(i, 8, i0, i1);
    left.pipeline(i0, 1);
    left.unroll(i1, 8);
    right.unroll(i1, 8);
    sum.pipeline(i, 1);
    A.partition({8, 1}, "cyclic");
    B.partition({8, 1}, "cyclic");
    u.partition({8}, "cyclic");
    y.partition({8}, "cyclic");
  }
  compile_program("gesummv", arguments);
}
