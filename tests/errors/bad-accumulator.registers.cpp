// An iteration of the pipelined loop would write back a row of 8192 elements at once.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("rows");
  var i("i", 0, 4), j("j", 0, 8192);
  placeholder A("A", {4, 8192}), B("B", {4, 8192});
  compute s("s", {i, j}, B(i, j) += A(i, j));
  s.pipeline(i, 1);
  s.accumulate_at(B, i);
  codegen();
}
