// error: a buffer's memory is that of one nest, and no stream between two
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 8), j("j", 0, 16);
  placeholder A("A", {8, 16}), B("B", {8, 16});
  compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
  A.interface("m_axi", "gmem");
  placeholder tile = A.buffer_at(s, i, "tile");
  tile.stream();
  codegen();
}
