// Twice the same loop, by the names of two computes in it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 8), j("j", 0, 16);
  placeholder A("A", {8, 16}), B("B", {8, 16}), C("C", {8, 16});
  compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
  compute t("t", {i, j}, C(i, j) = B(i, j) + 1);
  t.after(s, i);
  A.buffer_at(s, i);
  s.double_buffer(i);
  t.double_buffer(i);
  codegen();
}
