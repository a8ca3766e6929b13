// An argument behind a bus needs an adapter, with buffers and without.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("transposed");
  var i("i", 0, 16), j("j", 0, 16);
  placeholder A("A", {16, 16}, p_int32), B("B", {16, 16}, p_int32);
  A.interface("m_axi", "bus");
  compute s("s", {i, j}, A(j, i) * 2, B(i, j));
  DseOptions options;
  options.luts = 10;
  auto_DSE(options);
}
