// A stream has no bundle, no banks and no memory, and is no scalar.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("kernel");
  var i("i", 0, 8);
  placeholder A("A", {8}), B("B", {8}), C("C", {8});
  constant k("k", p_float32);
  compute s("s", {i}, B(i) = A(i) * k + C(i));
  A.interface("axis", "gmem");
  k.interface("axis");
  codegen();
}
