// The array gets values behind a nest that reads it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("three");
  var i("i", 0, 8);
  placeholder A("A", {8}), b("b", {8}), C("C", {8});
  b.local();
  compute s("s", {i}, b(i) = A(i) + 1);
  compute t("t", {i}, C(i) = b(7 - i) * 2);
  compute u("u", {i}, b(i) = A(i) - 1);
  b.convert();
  codegen();
}
