// A compute that is put after two others, of which the second one runs first.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("places");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32), C("C", {8}, p_int32);
  compute s("s", {i}, A(i) + 1, A(i));
  compute t("t", {i}, A(i) * 2, B(i));
  compute u("u", {i}, A(i) * 3, C(i));
  u.after(t, i);
  u.after(s, i);
  u.unroll(i, 0);
  codegen();
}
