// The ports of two arguments would be called alike.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 96);
  placeholder A("A", {96}), B("A_", {96});
  compute s("s", {i}, B(i) = A(i) * 2);
  A.interface("m_axi", "a");
  B.interface("m_axi", "b");
  A.buffer();
  B.buffer();
  A.pack(32, "whole", 2);
  B.pack(32, "whole", 2);
  codegen();
}
