// What stands behind a NUL character would be lost.
#include <pom/pom.hpp>

#include <string>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  codegen(std::string("out/first\0second", 16));
}
