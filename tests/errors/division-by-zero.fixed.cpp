// B(i) - B(i) is 0 in fixed point too.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("ratio");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_fixed(16, 8)), B("B", {8}, p_fixed(16, 8)), C("C", {8}, p_fixed(16, 8));
  compute s("s", {i}, cast(A(i) / (B(i) - B(i)), p_fixed(16, 8)), C(i));
  codegen();
}
