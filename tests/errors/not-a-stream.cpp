// The consumer starts at the other end.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("mirror");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_float32), C("C", {8}, p_float32);
  compute first("first", {i}, A(i) * 2, B(i));
  compute second("second", {i}, B(7 - i) + 1, C(i));
  B.local();
  B.stream(4);
  dataflow();
  codegen();
}
