// 2MM: T = alpha * A * B, then D = T * C + beta * D.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int N = 256;
  init("mm2");
  var i("i", 0, N), j("j", 0, N), k("k", 0, N);
  placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32), C("C", {N, N}, p_float32);
  placeholder D("D", {N, N}, p_float32), T("T", {N, N}, p_float32);
  constant alpha(1.5, p_float32), beta(1.2, p_float32);
  compute clear("clear", {i, j}, 0, T(i, j));
  compute first("first", {i, j, k}, T(i, j) + alpha * A(i, k) * B(k, j), T(i, j));
  compute scale("scale", {i, j}, D(i, j) * beta, D(i, j));
  compute second("second", {i, j, k}, D(i, j) + T(i, k) * C(k, j), D(i, j));
  first.after(clear, j);
  second.after(scale, j);
  auto_DSE("out/2mm");
}
