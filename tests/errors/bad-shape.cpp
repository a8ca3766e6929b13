// Every dimension of an array has at least one element.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8, 0}, p_float32);
  compute s("s", {i}, A(i, 0) * 2, A(i, 0));
  codegen();
}
