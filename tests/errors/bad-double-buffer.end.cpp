// Nor in loops whose number of iterations another loop decides.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("triangle");
  var i("i", 0, 8), j("j", 0, i + 1), k("k", 0, 16);
  placeholder A("A", {8, 16}), B("B", {8, 8});
  compute s("s", {i, j, k}, B(i, j) += A(j, k));
  A.buffer_at(s, j);
  s.double_buffer(j);
  codegen();
}
