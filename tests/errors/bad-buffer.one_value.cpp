// One value, and a scalar result, have no footprint that copies could move.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("last");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), o("o", {}, p_int32);
  compute s("s", {i}, o() = A(i));
  o.buffer();
  o.buffer_at(s, i);
  codegen();
}
