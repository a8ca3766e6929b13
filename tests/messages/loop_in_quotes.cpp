// expected: a loop is named by its variable
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("f");
  var i("i", 0, 4);
  placeholder A("A", {4});
  compute s("s", {i}, A(i) + 1, A(i));
  s.pipeline("i", 1);
}
