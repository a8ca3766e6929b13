// Bits that a shift by 31 leaves of a counter are no product of it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("signs");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32);
  compute s("s", {i}, i, A(clamp((i << 31) >> 31, 0, 7)));
  codegen();
}
