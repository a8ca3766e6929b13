// No j is above i and below i - 1.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8), j("j", i + 1, i);
  placeholder A("A", {16, 16}, p_float32);
  compute s("s", {i, j}, A(i, j) * 2, A(i, j));
  codegen();
}
