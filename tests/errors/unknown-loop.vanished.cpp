// The loop was there until it was split.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8), i0("i0"), i1("i1");
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  s.split(i, 4, i0, i1);
  s.pipeline(i, 1);
  codegen();
}
