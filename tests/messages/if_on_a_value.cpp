// expected: the value is not known while the program is declared
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("f");
  var i("i", 0, 4);
  placeholder A("A", {4});
  if (A(i) > 2) compute s("s", {i}, A(i) = 0);
}
