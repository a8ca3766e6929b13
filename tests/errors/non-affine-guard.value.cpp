// An affine expression alone is no condition.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("odd");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  s.where(i % 2);
  codegen();
}
