// An array belongs to the function in which it was declared.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("first");
  placeholder A("A", {8}, p_float32);
  init("second");
  var i("i", 0, 8);
  placeholder B("B", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, B(i));
  codegen();
}
