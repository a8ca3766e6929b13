// Marks belong to the final loops: i was pipelined before it was split.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  s.pipeline(i, 1);
  s.split(i, 4);
  codegen();
}
