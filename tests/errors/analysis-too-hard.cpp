// Twelve guards of three alternatives each: half a million ways in which they hold together.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("maze");
  var i("i", 0, 30), j("j", 0, 30), k("k", 0, 30);
  placeholder A("A", {30, 30, 30}, p_int32);
  compute s("s", {i, j, k}, A(i, j, k) + 1, A(i, j, k));
  for (int n = 0; n < 12; ++n) s.where((i + n * j) % (n + 3) == 0 || (j + n * k) % (n + 2) == 0 || k % (n + 5) == 1);
  codegen();
}
