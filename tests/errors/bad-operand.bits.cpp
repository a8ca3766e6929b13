// Floats and fixed-point numbers have no bits to compute with.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("masked");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_fixed(16, 8));
  compute s("s", {i}, A(i) & 255, A(i));
  compute t("t", {i}, B(i) << 2, B(i));
  compute u("u", {i}, ~A(i), A(i));
  codegen();
}
