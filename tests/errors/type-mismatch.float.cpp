// Numbers beyond the largest float, and beyond the largest half, would become infinities.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("large");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_half);
  compute s("s", {i}, A(i) + 1e300, A(i));
  compute t("t", {i}, B(i) * 100000, B(i));
  compute u("u", {i}, p_max(A(i), -std::numeric_limits<double>::infinity()), A(i));
  codegen();
}
