// Two arrays outside, and one memory allowed.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("correlate");
  var i("i", 0, 64);
  placeholder x("x", {64}), h("h", {64});
  compute s("s", {i}, h(i) * x(i), h(i));
  DseOptions options;
  options.port_banks = 1;
  auto_DSE(options);
}
