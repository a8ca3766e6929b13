// A stream port goes one way, also where automatic channels may add nests.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("kernel");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32);
  compute s("s", {i}, A(i) = A(i) + 1);
  A.interface("axis");
  dataflow(Channels::automatic);
  codegen();
}
