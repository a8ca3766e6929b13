// j is the name of another loop of s.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8), j("j", 0, 8), i1("i1");
  placeholder A("A", {8, 8}, p_float32);
  compute s("s", {i, j}, A(i, j) * 2, A(i, j));
  s.split(i, 4, j, i1);
  codegen();
}
