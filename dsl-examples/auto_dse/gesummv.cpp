// GESUMMV: y = alpha * A * x + beta * B * x.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int N = 256;
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
  auto_DSE("out/gesummv");
}
