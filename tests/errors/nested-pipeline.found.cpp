// The search pipelines a loop inside; no line of the program says so.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 64), j("j", 0, 8);
  placeholder A("A", {64, 8}, p_int32);
  compute s("s", {i, j}, A(i, j) * 3, A(i, j));
  DseOptions options;
  options.quiet = true;
  options.write = false;
  options.dsp = options.lut = options.ff = 0.05;
  auto_DSE(options);
  s.pipeline(0, 1);
  codegen();
}
