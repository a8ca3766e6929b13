// The exact product needs 130 bits.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("product");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int(65)), B("B", {8}, p_int(65));
  compute s("s", {i}, A(i) * B(i), A(i));
  codegen();
}
