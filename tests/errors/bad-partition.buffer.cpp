// error: a buffer has the dimensions of its argument
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 8), j("j", 0, 16);
  placeholder A("A", {8, 16}), B("B", {8, 16});
  compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
  placeholder tile = A.buffer_at(s, i, "tile");
  tile.partition({4}, "cyclic");
  codegen();
}
