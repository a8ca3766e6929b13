#include "expr.h"
#include "compute.h"
#include "function.h"
#include "core.h"

using namespace std;
using namespace polyfp;

int main() {
  init("old");
  auto* fct = global::get_implicit_function();
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  constant c(0.5);
  compute s("s", {i}, A(i) * c, A(i));
  fct->auto_DSE("old_project/");
}
