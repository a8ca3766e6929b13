// Without bits behind the point, 0.5 and 1 would both become 0; with four, 0.01 would.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lost");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_fixed(8, 10)), B("B", {8}, p_fixed(8, 8)), C("C", {8}, p_fixed(8, 4));
  placeholder R("R", {8}, p_fixed(40, 20)), S("S", {8}, p_fixed(40, 20)), T("T", {8}, p_fixed(40, 20));
  compute r("r", {i}, R(i) = A(i) + 1);
  compute s("s", {i}, S(i) = B(i) * 0.5);
  compute t("t", {i}, T(i) = C(i) * 0.01 + 0.1);
  codegen();
}
