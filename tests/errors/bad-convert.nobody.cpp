// The nest that writes the array is the only one that reads it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("one");
  var i("i", 0, 8);
  placeholder A("A", {8}), b("b", {8}), C("C", {8});
  b.local();
  compute s("s", {i}, b(i) = A(i) + 1);
  compute t("t", {i}, C(i) = b(i) * 2);
  t.after(s, i);
  b.convert();
  codegen();
}
