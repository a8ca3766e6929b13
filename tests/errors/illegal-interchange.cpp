// S(i, j) needs S(i-1, j+1), which would then run later.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("wave");
  var i("i", 1, 8), j("j", 0, 7);
  placeholder A("A", {8, 8}, p_float32);
  compute S("S", {i, j}, A(i - 1, j + 1) * 2, A(i, j));
  S.interchange(i, j);
  codegen();
}
