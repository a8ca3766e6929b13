// Names of which one, with _1 behind it, is another's: an address of 64 bits is in two registers that are called so.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  parameter N("N", 1, 40);
  var i("i", 0, N);
  placeholder A("A", {N}, p_int32), B("B", {N}, p_int32);
  constant factor("A_1", p_int32);
  compute s("s", {i}, A(i) * factor, B(i));
  A.interface("m_axi", "gmem_a");
  B.interface("m_axi", "gmem_b");
  CompileOptions options;
  options.board = "pynq_z2";
  codegen(options);
}
