// A process names a compute of another function, though the function has one of that name.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  var i("i", 0, 8);
  init("first");
  placeholder A0("A", {8}), B0("B", {8});
  compute s0("s", {i}, B0(i) = A0(i) + 1);
  init("second");
  placeholder A("A", {8}), B("B", {8}), C("C", {8});
  compute s("s", {i}, B(i) = A(i) + 1), t("t", {i}, C(i) = A(i) * 2);
  dataflow();
  process("both", {s0, t});
  codegen();
}
