// z = a x + y for vectors of any length up to a million, on the Alveo U280: each lies in a bank of its HBM of its own,
// behind a port of its own, so that an element of each is read and one written in every cycle. The length is an argument,
// which the host gives at every call.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("axpy");
  parameter n("n", 1, 1 << 20);
  var i("i", 0, n);
  placeholder x("x", {n}, p_float32), y("y", {n}, p_float32), z("z", {n}, p_float32);
  constant a("a", p_float32);
  compute s("s", {i}, a * x(i) + y(i), z(i));
  s.pipeline(i, 1);

  x.interface("m_axi", "gmem_x");
  y.interface("m_axi", "gmem_y");
  z.interface("m_axi", "gmem_z");

  CompileOptions options;
  options.board = "u280";
  options.banks = {{"x", "HBM[0]"}, {"y", "HBM[8]"}, {"z", "HBM[16]"}};
  codegen(options);
}
