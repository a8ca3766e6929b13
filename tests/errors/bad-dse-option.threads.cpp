// Somebody has to search.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2 + 1, A(i));
  DseOptions options;
  options.threads = 0;
  auto_DSE(options);
}
