// No iteration of any loop makes all writes of an element, so that no accumulator would help.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scattered");
  var i("i", 0, 8), j("j", 0, 4);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32), T("T", {8}, p_int32);
  T.local();
  compute s("s", {j, i}, T(i) = A(i) + j), t("t", {i}, B(i) = T(i));
  T.stream(2);
  dataflow();
  codegen();
}
