// Bits that a bound or a guard takes of two loops are no affine function; with a number they are.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("powers");
  var i("i", 0, 8), k("k", i & 5, 8), j("j", 0, i ^ k);
  placeholder A("A", {8, 8, 16}, p_int32);
  compute s("s", {i, k, j}, 1, A(i, k, j));
  codegen();
}
