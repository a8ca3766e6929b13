// A function returns one value.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("extremes");
  var i("i", 0, 16);
  placeholder x("x", {16}, p_int32);
  scalar least("least", p_int32), greatest("greatest", p_int32);
  least.returned();
  greatest.returned();
  compute low("low", {i}, least = p_min(least, x(i)));
  compute high("high", {i}, greatest = p_max(greatest, x(i)));
  codegen();
}
