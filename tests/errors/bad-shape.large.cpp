// Generated code counts each dimension with int, and all elements with 63 bits.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  parameter N("N", 1, 2000000000);
  placeholder A("A", {4000000000LL}, p_int8), B("B", {1LL << 45}, p_int8), C("C", {2147483648LL}, p_int8);
  placeholder D("D", {2147483647, 2147483647, 2}, p_int8), E("E", {N * 2, 8}, p_int8);
  placeholder good("good", {2147483647, 8}, p_int8);
  compute s("s", {i}, A(i) ^ 1, A(i));
  compute t("t", {i}, E(i, 0) ^ 1, D(i, i, 0));
  compute u("u", {i}, good(0, i) ^ 1, good(0, i));
  codegen();
}
