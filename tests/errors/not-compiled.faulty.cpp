// A mistake that nobody hears of, as nothing is compiled. A warning: the program itself ends with status 1, as all of
// these do.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  parameter N("N", 8, 1);
  return 1;
}
