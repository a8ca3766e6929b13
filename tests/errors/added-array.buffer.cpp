// error: a buffer is a memory, not an array of the program
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 8), j("j", 0, 16);
  placeholder A("A", {8, 16}), B("B", {8, 16}), C("C", {8, 16});
  compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
  placeholder tile = A.buffer_at(s, i, "tile");
  compute t("t", {i, j}, C(i, j) = tile(i, j) + 1);
  codegen();
}
