// Numbers in indices, bounds and guards have 32 bits; such an index is affine all the same.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("far");
  var i("i", 0, 8), j("j", 0, 3000000000);
  placeholder A("A", {8}), B("B", {8});
  compute s("s", {i}, B(i) = A(i + 3000000000 - 3000000000));
  compute t("t", {j}, B(0) = A(0));
  codegen();
}
