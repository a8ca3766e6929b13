// The second large factor makes values of the first one's that no counter holds.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}, p_float32);
  compute s("s", {i, j}, A(i, j) * 2, A(i, j));
  s.skew(i, j, 2147483647, 1);
  s.skew(i, j, 2147483647, 2147483647);
  codegen();
}
