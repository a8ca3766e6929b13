// % is for integers; a cast around it does not help.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("odd");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32);
  compute s("s", {i}, B(i) = sqrt(A(i)) % 2);
  codegen();
}
