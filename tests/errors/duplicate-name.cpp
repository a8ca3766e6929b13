// Two arrays with one name: the generated function could not tell its arguments apart.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, B(i));
  codegen();
}
