// Arrays of one bundle lie behind one port, whose bank is too small for both.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  const int N = 40 * 1024 * 1024;
  var i("i", 0, N);
  placeholder A("A", {N}, p_float32), B("B", {N}, p_float32);
  compute s("s", {i}, A(i) * 2, B(i));
  A.interface("m_axi", "gmem0");
  B.interface("m_axi", "gmem0");
  CompileOptions options;
  options.board = "u280";
  options.banks = {{"A", "HBM[3]"}};
  codegen(options);
}
