// 3MM: E = A * B and F = C * D, then G = E * F.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int N = 256;
  init("mm3");
  var i("i", 0, N), j("j", 0, N), k("k", 0, N);
  placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32), C("C", {N, N}, p_float32),
      D("D", {N, N}, p_float32);
  placeholder E("E", {N, N}, p_float32), F("F", {N, N}, p_float32), G("G", {N, N}, p_float32);
  compute clear_e("clear_e", {i, j}, 0, E(i, j));
  compute product_e("product_e", {i, j, k}, E(i, j) + A(i, k) * B(k, j), E(i, j));
  compute clear_f("clear_f", {i, j}, 0, F(i, j));
  compute product_f("product_f", {i, j, k}, F(i, j) + C(i, k) * D(k, j), F(i, j));
  compute clear_g("clear_g", {i, j}, 0, G(i, j));
  compute product_g("product_g", {i, j, k}, G(i, j) + E(i, k) * F(k, j), G(i, j));
  product_e.after(clear_e, j);
  product_f.after(clear_f, j);
  product_g.after(clear_g, j);
  auto_DSE("out/3mm");
}
