// Five mistakes are reported together.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2 + 1, A(i));
  DseOptions options;
  options.device = "abacus";
  options.clock_ns = -1;
  options.dsp = 0;
  options.seconds = -5;
  options.threads = 1000;
  auto_DSE(options);
}
