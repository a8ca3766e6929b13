// A latency cannot be negative.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2 + 1, A(i));
  DseOptions options;
  options.latency_target = -1;
  auto_DSE(options);
}
