// expected: write select.condition, then, otherwise. instead of
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("f");
  var i("i", 0, 4);
  placeholder A("A", {4});
  compute s("s", {i}, A(i) = A(i) > 0 ? A(i) : expr(0));
}
