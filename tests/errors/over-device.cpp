// 1024 multipliers at once; the smallest Zynq has 80 DSP blocks. That is a warning: the program ends with status 1 by
// itself, as all of these do.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 1024);
  placeholder A("A", {1024}, p_float32);
  compute s("s", {i}, A(i) * 2.5f, A(i));
  s.unroll(i);
  A.partition({1024}, "complete");
  CompileOptions options;
  options.device = "xc7z010";
  options.quiet = true;
  options.write = options.verify = false;
  codegen(options);
  return 1;
}
