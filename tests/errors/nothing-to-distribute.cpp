// Only one statement stands in the loop.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("single");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  s.distribute(i);
  codegen();
}
