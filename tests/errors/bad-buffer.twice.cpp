// A second buffer of what has one already, in the same loops or around them.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 8), j("j", 0, 16);
  placeholder A("A", {8, 16}), B("B", {8, 16}), C("C", {8, 16});
  compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
  compute t("t", {i, j}, C(i, j) = B(i, j) + 1);
  A.buffer();
  A.buffer();
  B.buffer_at(s, i);
  B.buffer_at(t, i);
  B.buffer();
  C.buffer();
  C.buffer_at(t, i);
  codegen();
}
