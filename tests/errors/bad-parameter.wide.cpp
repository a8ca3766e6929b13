// An argument of 32 bits holds every value of a parameter.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  parameter N("N", 1, 5000000000);
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32);
  compute s("s", {i}, A(i) *= 3);
  codegen();
}
