// A function that becomes many operations is named as it was written.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("bits");
  var i("i", 0, 16);
  placeholder A("A", {16}, p_int32), n("n", {16}, p_uint(3));
  compute count("count", {i}, popcount(A(i)), n(i));
  codegen();
}
