// A loop of one iteration is unrolled completely by every factor: there is no better one.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("increment");
  var i("i", 0, 16), i0("i0"), i1("i1");
  placeholder A("A", {16}, p_int32);
  compute s("s", {i}, A(i) + 1, A(i));
  s.split(i, 16, i0, i1);
  s.pipeline(i0, 1);
  s.unroll(i0, 2);
  codegen();
}
