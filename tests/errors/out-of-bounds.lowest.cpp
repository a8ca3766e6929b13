// The lowest number of 32 bits, of which there is no opposite; and a size of any.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lowest");
  parameter N("N", -2147483648LL, 2147483647);
  var i("i", -2147483648LL, 4), j("j", 0, 4);
  placeholder A("A", {4}, p_int32), B("B", {4}, p_int32);
  compute s("s", {i}, 1, A(i));
  compute t("t", {j}, B(j + N), A(j));
  codegen();
}
