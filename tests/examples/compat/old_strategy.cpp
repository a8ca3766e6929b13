// An old program with a strategy that would change the order of a sum: taken back, with a warning.
#include "compute.h"
#include "core.h"
using namespace std;
using namespace polyfp;

int main() {
  init("old_strategy");
  auto *fct = global::get_implicit_function();
  var o("o", 0, 8), y("y", 0, 8), p("p", 0, 3), q("q", 0, 4);
  placeholder image("image", {10, 12}, p_float32);
  placeholder filter("filter", {8, 3, 4}, p_float32);
  placeholder total("total", {8, 8}, p_float32);
  compute sum("sum", {o, y, p, q}, total(o, y) + image(y + p, q) * filter(o, p, q), total(o, y));
  for (auto &comp : fct->leader_computations) comp->apply_opt_strategy({1, 3, 2});
  fct->codegen();
}
