// A product is cleared outside of the tiles that keep it on the chip.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 32), j("j", 0, 32), i0("i0"), i1("i1");
  placeholder A("A", {32, 32}), C("C", {32, 32});
  A.interface("m_axi", "a");
  C.interface("m_axi", "c");
  compute z("z", {i, j}, C(i, j) = 0.0f), s("s", {i, j}, C(i, j) += A(i, j));
  s.split(i, 8, i0, i1);
  C.buffer_at(s, i0);
  C.pack(8);
  codegen();
}
