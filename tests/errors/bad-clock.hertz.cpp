// A frequency where a period is meant.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  CompileOptions options;
  options.clock_ns = 100e6;
  codegen(options);
}
