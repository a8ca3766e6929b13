// expected: a parameter has a range
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("f");
  var i("i", 0, 4);
  placeholder A("A", {4});
  parameter N("N");
}
