// Words that are wider than any bus.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 64);
  placeholder A("A", {64}, p_float64), B("B", {64}, p_float64);
  compute s("s", {i}, B(i) = A(i) * 2);
  A.interface("m_axi", "gmem");
  A.buffer();
  A.pack(16);
  codegen();
}
