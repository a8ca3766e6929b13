// Each iteration reads what the one before wrote: there is nothing to tell the tool.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("chain");
  var i("i", 0, 7);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i + 1));
  s.dependence(i, A);
  codegen();
}
