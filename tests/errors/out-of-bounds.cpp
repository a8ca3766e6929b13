// At i = 7, A(i + 1) does not exist.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("shift");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_float32);
  compute s("s", {i}, A(i + 1), B(i));
  codegen();
}
