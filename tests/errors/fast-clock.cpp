// A clock that no chip has. That is a warning: the program ends with status 1 by itself, as all of these do.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("doubled");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32);
  compute s("s", {i}, A(i) * 2, B(i));
  CompileOptions options;
  options.clock_ns = 0.5;
  options.quiet = true;
  options.write = options.verify = false;
  codegen(options);
  return 1;
}
