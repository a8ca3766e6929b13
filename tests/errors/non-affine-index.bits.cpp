// A shift of an index by a number is a product; by a loop it is no affine function.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("powers");
  var i("i", 0, 8), j("j", 0, 3);
  placeholder A("A", {64}, p_int32);
  compute s("s", {i, j}, A(i << j) + A(i & 5), A((i << 2) + (j & 3)));
  codegen();
}
