// error: a buffer has fewer rows than the banks that are asked of it
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 64), j("j", 0, 64), j0("j0"), j1("j1");
  placeholder A("A", {64, 64}), B("B", {64, 64});
  compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
  A.interface("m_axi", "a");
  s.split(j, 8, j0, j1);
  placeholder tile = A.buffer_at(s, j0, "tile");
  tile.partition({64, 4}, "cyclic");
  codegen();
}
