// expected: cannot convert .*array_element.* to .*double
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("printed");
  var i("i", 0, 32);
  placeholder A("A", {32}), B("B", {32});
  compute s("s", {i}, A(i) + 1, B(i));
  double first = A(0);
  s.split(i, first > 1 ? 2 : 4);
  codegen();
}
