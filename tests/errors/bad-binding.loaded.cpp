// error: a ROM that copies from the bus would have to fill, said before the argument lies behind it
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}, p_float32), B("B", {8, 8}, p_float32);
  compute s("s", {i, j}, A(i, j) + 1, B(i, j));
  A.buffer_at(s, i);
  A.bind_storage("rom_1p", "bram");
  A.interface("m_axi");
  codegen();
}
