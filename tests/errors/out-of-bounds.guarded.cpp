// The select keeps the access away from the left edge, not from the right one.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("difference");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32);
  compute s("s", {i}, B(i) = select(i > 0, A(i - 1) + A(i + 1), 0));
  codegen();
}
