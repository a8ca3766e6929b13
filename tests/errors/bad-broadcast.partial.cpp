// The array of partial sums is made by rfactor: it is local, and written.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("sums");
  var i("i", 0, 8), j("j", 0, 16);
  placeholder A("A", {8, 16}, p_int32), B("B", {8}, p_int32);
  compute s("s", {i, j}, B(i) += A(i, j));
  auto [part, part_init, part_combine] = s.rfactor(j, 4, "part");
  part.broadcast("copy");
  codegen();
}
