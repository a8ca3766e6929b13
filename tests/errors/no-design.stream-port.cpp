// A stream whose elements are used in another order needs a buffer: of block memory, or of many LUTs.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("transposed");
  var i("i", 0, 16), j("j", 0, 16);
  placeholder A("A", {16, 16}, p_int32), B("B", {16, 16}, p_int32);
  A.interface("axis");
  compute s("s", {i, j}, A(j, i) * 2, B(i, j));
  DseOptions options;
  options.bram_blocks = 0;
  options.luts = 400;
  auto_DSE(options);
}
