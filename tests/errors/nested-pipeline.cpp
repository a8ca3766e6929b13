// Pipelining i unrolls j, so nothing of j is left to be pipelined.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}, p_float32);
  compute s("s", {i, j}, A(i, j) * 2, A(i, j));
  s.pipeline(i, 1);
  s.pipeline(j, 1);
  codegen();
}
