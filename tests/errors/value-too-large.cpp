// A value that doubles twenty times is written with a million operations.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("doubling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  expr value = A(i);
  for (int n = 0; n < 20; ++n) value = value + value;
  compute s("s", {i}, value, A(i));
  codegen();
}
