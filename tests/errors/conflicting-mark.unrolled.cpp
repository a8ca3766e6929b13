// Nothing is left of j that could be pipelined.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("increment");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}, p_int32);
  compute s("s", {i, j}, A(i, j) + 1, A(i, j));
  s.pipeline(j, 1);
  s.unroll(j, 8);
  codegen();
}
