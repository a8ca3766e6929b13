// A number of blocks below zero.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2 + 1, A(i));
  DseOptions options;
  options.dsp_blocks = -1;
  auto_DSE(options);
}
