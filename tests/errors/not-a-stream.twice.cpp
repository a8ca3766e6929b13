// Each element is read as a left and as a right neighbour.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("blur");
  var i("i", 0, 8), j("j", 0, 7);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_float32), C("C", {8}, p_float32);
  compute first("first", {i}, A(i) * 2, B(i));
  compute second("second", {j}, B(j) + B(j + 1), C(j));
  B.local();
  B.stream(4);
  dataflow();
  codegen();
}
