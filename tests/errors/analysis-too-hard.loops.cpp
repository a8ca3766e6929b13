// The iterations that are left lie so irregularly that no loops of reasonable length meet them.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lattice");
  var i("i", 0, 30), j("j", 0, 30), k("k", 0, 30), l("l", 0, 30);
  placeholder A("A", {30, 30, 30, 30}, p_int32);
  compute s("s", {i, j, k, l}, A(i, j, k, l) + 1, A(i, j, k, l));
  for (int n = 0; n < 4; ++n) s.where((i + n * j + l) / (n + 2) % 3 != (k + n) / 3 % 2);
  codegen();
}
