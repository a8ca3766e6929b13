// auto_DSE() has written the design. That is a warning: the program ends with status 1 by itself, as all of these do.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("doubled");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32);
  compute s("s", {i}, A(i) * 2, B(i));
  DseOptions options;
  options.path = "found";
  options.quiet = true;
  options.verify = false;
  auto_DSE(options);
  codegen(options);
  return 1;
}
