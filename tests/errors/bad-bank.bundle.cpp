// One bundle is one port.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_float32), C("C", {8}, p_float32);
  compute s("s", {i}, A(i) * 2 + C(i), B(i));
  A.interface("m_axi", "gmem0");
  C.interface("m_axi", "gmem0");
  CompileOptions options;
  options.board = "u280";
  options.banks = {{"A", "HBM[0]"}, {"C", "HBM[1]"}};
  codegen(options);
}
