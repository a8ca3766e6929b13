// Several ports of an argument whose bundle another one shares.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 96);
  placeholder A("A", {96}), B("B", {96});
  compute s("s", {i}, B(i) = A(i) * 2);
  A.interface("m_axi");
  B.interface("m_axi", "gmem");
  A.buffer();
  A.pack(32, "whole", 2);
  codegen();
}
