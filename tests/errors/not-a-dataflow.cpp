// Two processes read one argument, which has one port.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("both");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_float32), C("C", {8}, p_float32);
  compute first("first", {i}, A(i) * 2, B(i));
  compute second("second", {i}, A(i) + 1, C(i));
  dataflow();
  codegen();
}
