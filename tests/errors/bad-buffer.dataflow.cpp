// Processes of a dataflow have no buffers.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 8), j("j", 0, 16);
  placeholder A("A", {8, 16}), B("B", {8, 16}), C("C", {8, 16});
  B.local();
  compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
  compute t("t", {i, j}, C(i, j) = B(i, j) + 1);
  A.buffer_at(s, i);
  dataflow();
  codegen();
}
