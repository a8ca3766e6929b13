// A parameter that nothing reads is no argument, and has no port.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("doubled");
  parameter N("N", 1, 8);
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32);
  compute s("s", {i}, A(i) * 2, B(i));
  N.interface("s_axilite");
  codegen();
}
