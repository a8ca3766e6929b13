// What stands before auto_DSE is no part of its design.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 16);
  placeholder A("A", {16}, p_int32), B("B", {16}, p_int32);
  compute s("s", {i}, B(i) = A(i) * 3);
  A.interface("m_axi", "gmem");
  s.unroll(i, 2);
  DseOptions options;
  options.write = false;
  options.quiet = true;
  auto_DSE(options);
  return 1;
}
