// Floats have no bits to count; functions of floats take no fixed-point numbers; a float does not become an integer by
// itself.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("counted");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_fixed(16, 8)), C("C", {8}, p_int32);
  compute s("s", {i}, popcount(A(i)), C(i));
  compute t("t", {i}, cast(atan2(B(i), 1), p_int32), C(i));
  compute u("u", {i}, floor(A(i)), C(i));
  codegen();
}
