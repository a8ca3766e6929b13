// A sum of three thousand terms, one behind the other, is nested as deep.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("long_sum");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  expr value = A(i);
  for (int n = 0; n < 3000; ++n) value = value + n;
  compute s("s", {i}, value, A(i));
  codegen();
}
