// The array has room for 64 elements, but its caller fills N of them.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("difference");
  parameter N("N", 4, 64);
  var i("i", 0, N);
  placeholder A("A", {N}, p_int32), B("B", {N}, p_int32);
  compute s("s", {i}, B(i) = A(i + 1) - A(i));
  codegen();
}
