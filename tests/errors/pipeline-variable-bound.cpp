// Pipelining i unrolls j inside it, which has another number of iterations for each i.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("triangle");
  var i("i", 0, 8), j("j", 0, i + 1);
  placeholder A("A", {8, 8}, p_float32);
  compute s("s", {i, j}, A(i, j) * 2, A(i, j));
  s.pipeline(i, 1);
  codegen();
}
