// Two processes read arguments that go by one bundle, which is one port; that a third one writes it is no matter.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("both");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}, p_int32), B("B", {8, 8}, p_int32), C("C", {8, 8}, p_int32), L("L", {8, 8}, p_int32);
  L.local();
  compute first("first", {i, j}, A(i, j) + 1, L(i, j));
  compute second("second", {i, j}, L(i, j) * 2 + B(i, j), C(i, j));
  A.interface("m_axi", "gmem");
  B.interface("m_axi", "gmem");
  C.interface("m_axi", "gmem");
  dataflow();
  L.stream(4);
  codegen();
}
