// The loop was there until it was skewed: one loop stands in its place.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8), j("j", 0, 8), ip("ip"), jp("jp");
  placeholder A("A", {8, 8}, p_float32);
  compute s("s", {i, j}, A(i, j) * 2, A(i, j));
  s.skew(i, j, 1, 1, ip, jp);
  s.pipeline(j, 1);
  codegen();
}
