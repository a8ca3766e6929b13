// A process runs nests.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("one");
  var i("i", 0, 8);
  placeholder A("A", {8}), B("B", {8});
  compute s("s", {i}, B(i) = A(i) + 1);
  dataflow();
  process("nothing", {});
  codegen();
}
