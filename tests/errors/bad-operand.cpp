// The remainder of a division belongs to integers.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("remainder_kernel");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) % 2, A(i));
  codegen();
}
