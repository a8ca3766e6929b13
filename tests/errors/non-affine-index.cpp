// The product of two loops is no affine index.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {64}, p_float32);
  compute s("s", {i, j}, A(i * j) * 2, A(8 * i + j));
  codegen();
}
