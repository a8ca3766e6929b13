// A stream that is used in order needs no buffer, and is too large all the same.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaled");
  var i("i", 0, 16);
  placeholder A("A", {16}, p_int32), B("B", {16}, p_int32);
  A.interface("axis");
  B.interface("axis");
  compute s("s", {i}, A(i) * 2, B(i));
  DseOptions options;
  options.luts = 10;
  auto_DSE(options);
}
