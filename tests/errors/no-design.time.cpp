// The search has no time, and what the program takes by itself is too much.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2 + 1, A(i));
  DseOptions options;
  options.device = "xc7z010";
  options.dsp = options.lut = 0.001;
  options.seconds = 1e-6;
  auto_DSE(options);
}
