// An old program that reads outside its array: there that is a warning.
#include "core.h"
#include "placeholder.h"
using namespace std;
using namespace polyfp;

int main() {
  init("old_out_of_bounds");
  auto *fct = global::get_implicit_function();
  var i("i", 0, 16), k("k", 0, 7);
  placeholder input("input", {20}, p_float32);
  placeholder kernel("kernel", {7}, p_float32);
  placeholder smooth("smooth", {16}, p_float32);
  compute s_1("s_1", {i, k}, smooth(i) + input(i + k) * kernel(k), smooth(i));
  fct->codegen();
}
