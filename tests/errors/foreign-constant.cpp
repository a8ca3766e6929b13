// An argument belongs to the function in which it was declared.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("first");
  constant alpha("alpha", p_float32);
  init("second");
  var i("i", 0, 8);
  placeholder B("B", {8}, p_float32);
  compute s("s", {i}, alpha * B(i), B(i));
  codegen();
}
