// expected: a loop has two bounds
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("f");
  var i("i", 0, 4);
  placeholder A("A", {4});
  var k("k", 8);
}
