// The guard excludes every iteration.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("never");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  s.where(i < 4 && i > 4);
  codegen();
}
