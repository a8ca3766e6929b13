// The cheapest design that meets the target, or the least product: not both.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2 + 1, A(i));
  DseOptions options;
  options.latency_target = 1000;
  options.objective = Objective::latency_times_resources;
  auto_DSE(options);
}
