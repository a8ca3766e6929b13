// A port would be called as another argument is.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 96);
  placeholder A("A", {96}), B("A_1", {96});
  compute s("s", {i}, B(i) = A(i) * 2);
  A.interface("m_axi", "gmem");
  A.buffer();
  A.pack(32, "whole", 2);
  codegen();
}
