// Each of two arrays fits into the board's memory, both together do not.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  const int N = 96 * 1024 * 1024;
  var i("i", 0, N);
  placeholder A("A", {N}, p_float32), B("B", {N}, p_float32);
  compute s("s", {i}, A(i) * 2, B(i));
  A.interface("m_axi", "gmem0");
  B.interface("m_axi", "gmem1");
  CompileOptions options;
  options.board = "pynq_z2";
  codegen(options);
}
