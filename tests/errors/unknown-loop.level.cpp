// Two loops have the levels 0 and 1.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}, p_float32);
  compute s("s", {i, j}, A(i, j) * 2, A(i, j));
  s.interchange(1, 2);
  codegen();
}
