// GEMM: C = alpha * A * B + beta * C; auto_DSE finds the schedule.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int N = 256;
  init("gemm");
  var i("i", 0, N), j("j", 0, N), k("k", 0, N);
  placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32), C("C", {N, N}, p_float32);
  constant alpha(1.5, p_float32), beta(1.2, p_float32);
  compute scale("scale", {i, j}, C(i, j) * beta, C(i, j));
  compute update("update", {i, j, k}, C(i, j) + alpha * A(i, k) * B(k, j), C(i, j));
  update.after(scale, j);
  auto_DSE("out/gemm");
}
