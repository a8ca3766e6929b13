// Loop i was not made by a split.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("plain");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  s.separate(i);
  codegen();
}
