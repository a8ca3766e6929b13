// All iterations are peeled: none is left.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("bare");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  s.peel(i, 8);
  codegen();
}
