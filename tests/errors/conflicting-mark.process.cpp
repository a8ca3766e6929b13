// A nest is part of one process.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("three");
  var i("i", 0, 8);
  placeholder A("A", {8}), a("a", {8}), b("b", {8}), C("C", {8});
  a.local();
  b.local();
  compute f("f", {i}, a(i) = A(i) + 1);
  compute g("g", {i}, b(i) = a(i) * 2);
  compute h("h", {i}, C(i) = b(i) - 3);
  dataflow();
  process("front", {f, g});
  process("back", {g, h});
  codegen();
}
