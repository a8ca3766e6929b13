// A product of two bytes needs 16 bits.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("product");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int8), B("B", {8}, p_int8), C("C", {8}, p_int8);
  compute s("s", {i}, A(i) * B(i), C(i));
  codegen();
}
