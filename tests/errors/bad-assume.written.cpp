// What is assumed of an array must hold of everything that is written there.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("walk");
  var i("i", 0, 16);
  placeholder place("place", {16}, p_int32), step("step", {16}, p_uint8);
  place.assume(0, 99);
  compute s("s", {i}, place(i) + step(i), place(i));
  codegen();
}
