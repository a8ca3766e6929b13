// expected: the loops of a compute stand in braces
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("f");
  var i("i", 0, 4);
  placeholder A("A", {4});
  compute s("s", i, A(i) + 1, A(i));
}
