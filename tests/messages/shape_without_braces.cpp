// expected: the shape of an array stands in braces
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("f");
  var i("i", 0, 4);
  placeholder A("A", {4});
  placeholder B("B", 4, 4);
}
