// The work reads the bus by the bundle that the loads of the next tile read.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("add");
  var i("i", 0, 64), i0("i0"), i1("i1");
  placeholder A("A", {64}), B("B", {64}), C("C", {64});
  compute s("s", {i}, C(i) = A(i) + B(i));
  s.split(i, 16, i0, i1);
  A.interface("m_axi", "gmem");
  B.interface("m_axi", "gmem");
  A.buffer_at(s, i0);
  s.double_buffer(i0);
  codegen();
}
