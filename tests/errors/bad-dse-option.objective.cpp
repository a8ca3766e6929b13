// A number that is none of the enumerators names no goal.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2 + 1, A(i));
  DseOptions options;
  options.objective = static_cast<Objective>(55);
  options.architecture = static_cast<Architecture>(2);
  auto_DSE(options);
}
