// Copies inside of a pipelined loop would all be made at once.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 8), j("j", 0, 16);
  placeholder A("A", {8, 16}), B("B", {8, 16});
  compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
  A.interface("m_axi", "gmem0");
  A.buffer_at(s, i);
  s.pipeline(i, 1);
  codegen();
}
