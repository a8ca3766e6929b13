// No element is left to bring an index or a value back into.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("ring");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32);
  compute s("s", {i}, A(wrap(i - 1, 0)), B(i));
  compute t("t", {i}, A(mirror(i - 1, -1)), B(i));
  compute u("u", {i}, wrap(A(i), 0) + mirror(A(i), 0), B(i));
  codegen();
}
