// The bound of a loop is affine in the loops outside it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 1, 8), j("j", 0, i * i);
  placeholder A("A", {8, 64}, p_float32);
  compute s("s", {i, j}, A(i, j) * 2, A(i, j));
  codegen();
}
