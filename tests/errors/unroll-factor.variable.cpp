// The inner loop runs one, two or three times.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("sums");
  var i("i", 0, 16), j("j", 0, p_min(3, i + 1));
  placeholder A("A", {16, 3}, p_int32), B("B", {16}, p_int32);
  compute s("s", {i, j}, B(i) += A(i, j));
  s.unroll(j, 7);
  codegen();
}
