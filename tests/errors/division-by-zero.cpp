// The divisor is 0 in every iteration, whatever the array holds.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("division");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32);
  compute s("s", {i}, A(i) / 0, B(i));
  compute t("t", {i}, A(i) % (A(i) - A(i)), B(i));
  codegen();
}
