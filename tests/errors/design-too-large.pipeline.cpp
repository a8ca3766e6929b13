// The loops inside a pipelined loop are unrolled, all of them.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("copies");
  var i("i", 0, 16), j("j", 0, 512), k("k", 0, 512);
  placeholder A("A", {16, 512, 512}, p_float32);
  compute s("s", {i, j, k}, A(i, j, k) * 2, A(i, j, k));
  s.pipeline(i, 1);
  codegen();
}
