// No loop goes round by a size that only the caller knows.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("ring");
  parameter N("N", 3, 8);
  var i("i", 0, N);
  placeholder A("A", {N}, p_int32), B("B", {N}, p_int32);
  compute t("t", {i}, A(wrap(i - 1, N)), B(i));
  codegen();
}
