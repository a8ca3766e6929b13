// A parameter has at least one value.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  parameter N("N", 64, 1);
  var i("i", 0, N);
  placeholder A("A", {N}, p_int32);
  compute s("s", {i}, A(i) *= 3);
  codegen();
}
