// The exact product needs 130 bits, of which the sum is not told again; a remainder of signed and unsigned numbers 129, though no number is of a fixed point.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("product");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int(65)), B("B", {8}, p_int(65)), C("C", {8}, p_uint(128));
  compute s("s", {i}, A(i) * B(i) + B(i), A(i));
  compute t("t", {i}, C(i) % A(i), C(i));
  codegen();
}
