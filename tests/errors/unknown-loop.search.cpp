// A search finds other loops, but a name that the program does not have is a mistake all the same.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 16), k("k", 0, 16);
  placeholder A("A", {16}, p_int32), B("B", {16}, p_int32);
  compute s("s", {i}, B(i) = A(i) * 3);
  s.pipeline(k);
  DseOptions options;
  options.write = false;
  options.quiet = true;
  auto_DSE(options);
}
