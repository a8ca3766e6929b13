// Ports that stream, of arrays whose elements do not come once and in order.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("kernel");
  parameter N("N", 1, 8);
  var i("i", 0, 4), j("j", 0, 8), n("n", 0, N);
  placeholder A("A", {8, 4}), B("B", {4, 8}), C("C", {4}), D("D", {8}), E("E", {9}), F("F", {8}), G("G", {N}), H("H", {8});
  placeholder K("K", {8}, p_uint8);
  K.assume(0, 7);
  compute turned("turned", {i, j}, B(i, j) = A(j, i));
  compute twice("twice", {i, j}, C(i) += B(i, j));
  compute part("part", {j}, D(j) = E(j) + E(j + 1));
  compute short_by("short_by", {j}, H(j) = F(j) + K(j));
  short_by.where(j < 7);
  compute sized("sized", {n}, D(n) = G(n));
  compute chosen("chosen", {j}, H(K(j)) = D(j));
  A.interface("axis");
  B.interface("ap_fifo");
  C.interface("axis");
  E.interface("axis");
  F.interface("ap_fifo");
  G.interface("axis");
  H.interface("axis");
  codegen();
}
