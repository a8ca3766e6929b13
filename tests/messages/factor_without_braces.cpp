// expected: each dimension has its factor
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("f");
  var i("i", 0, 4);
  placeholder A("A", {4});
  A.partition(4, "cyclic");
}
