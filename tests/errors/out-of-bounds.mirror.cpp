// A mirrored index returns from one edge only once: 40 elements away is beyond the other one.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("reflected");
  var i("i", 0, 16);
  placeholder A("A", {16}, p_int32), B("B", {16}, p_int32);
  compute s("s", {i}, B(i) = A(mirror(i + 40, 16)));
  codegen();
}
