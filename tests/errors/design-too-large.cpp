// A million copies of a statement: no device has room for them, and no tool would end.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("copies");
  var i("i", 0, 1024), j("j", 0, 1024);
  placeholder A("A", {1024, 1024}, p_float32);
  compute s("s", {i, j}, A(i, j) * 2, A(i, j));
  s.unroll(i);
  s.unroll(j);
  codegen();
}
