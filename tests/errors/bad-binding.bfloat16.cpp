// The tool has no unit for bfloat16: its class computes in float, and rounds.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("product");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_bfloat16), B("B", {8}, p_bfloat16);
  compute s("s", {i}, A(i) * B(i), B(i));
  s.bind_op("mul", "fulldsp");
  codegen();
}
