// 16 elements never fill a FIFO of two thousand million.
#include <pom/pom.hpp>

#include <climits>
using namespace pom;

int main() {
  init("stages");
  var i("i", 0, 16);
  placeholder A("A", {16}, p_int32), B("B", {16}, p_int32), C("C", {16}, p_int32);
  B.local();
  compute s("s", {i}, A(i) * 3, B(i));
  compute t("t", {i}, B(i) + 1, C(i));
  dataflow();
  B.stream(INT_MAX);
  codegen();
}
