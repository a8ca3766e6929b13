// Parameters and scalars belong to their function as constants and arrays do.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("first");
  parameter n("n", 1, 8);
  scalar x("x", p_int32);
  init("second");
  var i("i", 0, 8);
  placeholder B("B", {8}, p_int32);
  compute s("s", {i}, B(i) * n, B(i));
  compute t("t", {i}, B(i) * x, B(i));
  codegen();
}
