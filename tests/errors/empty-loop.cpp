// A range is half-open: [8, 8) has no iteration.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 8, 8);
  placeholder A("A", {16}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  codegen();
}
