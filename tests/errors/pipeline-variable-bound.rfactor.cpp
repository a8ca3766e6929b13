// How many elements the last strip of a run-time size has is not known.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("largest");
  parameter N("N", 0, 40);
  var i("i", 0, N);
  placeholder A("A", {N}, p_int32), M("M", {1}, p_int32);
  compute s("s", {i}, p_max(M(0), A(i)), M(0));
  s.rfactor(i, 8);
  s.pipeline(0, 1);
  codegen();
}
