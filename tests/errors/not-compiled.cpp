// The directive comes too late: no design has it. A warning: the program itself ends with status 1, as all of these do.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  CompileOptions options;
  options.quiet = true;
  options.write = options.verify = false;
  codegen(options);
  s.pipeline(i, 1);
  return 1;
}
