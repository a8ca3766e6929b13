// What lies outside of the design, behind a stream, has neither banks nor storage.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("kernel");
  var i("i", 0, 8);
  placeholder A("A", {8}), B("B", {8});
  compute s("s", {i}, B(i) = A(i) * 2);
  A.interface("axis");
  A.partition({2}, "cyclic");
  B.partition({2}, "cyclic");
  B.interface("ap_fifo");
  codegen();
}
