// BICG: s = r * A, q = A * p.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int N = 256;
  init("bicg");
  var i("i", 0, N), j("j", 0, N);
  placeholder A("A", {N, N}, p_float32);
  placeholder s("s", {N}, p_float32), r("r", {N}, p_float32), q("q", {N}, p_float32), p("p", {N}, p_float32);
  compute S1("S1", {i, j}, s(j) + A(i, j) * r(i), s(j));
  compute S2("S2", {i, j}, q(i) + A(i, j) * p(j), q(i));
  S2.after(S1, j);
  auto_DSE("out/bicg");
}
