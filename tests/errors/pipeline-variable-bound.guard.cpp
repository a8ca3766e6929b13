// A guard leaves each strip as many iterations as it has elements with the right remainder.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("thirds");
  var i("i", 0, 16), j("j", 0, 16), a("a"), b("b");
  placeholder A("A", {16, 16}, p_int8);
  compute s("s", {i, j}, cast(A(i, j) - A(j, i), p_int8), A(i, j));
  s.where((i + j) % 3 == 1);
  s.split(j, 5, a, b);
  s.pipeline(a, 1);
  codegen();
}
