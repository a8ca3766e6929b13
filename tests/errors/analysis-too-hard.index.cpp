// Remainders of remainders: isl's work doubles with each.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scatter");
  var i("i", 0, 1000);
  placeholder A("A", {1000}, p_int32);
  expr at = i;
  for (int k = 0; k < 12; ++k) at = (at * 3 + k) % (997 - 7 * k);
  compute s("s", {i}, A(i) = A(at) + 1);
  codegen();
}
