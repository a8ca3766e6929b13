// An old program: a convolution, its ReLU and a pooling; p_max as a class and in an expression, a value that is a bare constant or
// an integer, loops of one name with other bounds, and C++ variables called src, filter, conv, out and input.
#include "function.h"
#include "expr.h"
#include <cmath>
#include <functional>
using namespace std;
using namespace polyfp;

int main() {
  init("2layers");  // the generated function cannot be called that
  auto fct = global::get_implicit_function();
  var o("o", 0, 8), y("y", 0, 8), x("x", 0, 8), i("i", 0, 3), p("p", 0, 3), q("q", 0, 3);
  var y1("y", 0, 4), x1("x", 0, 4), p1("p", 0, 2), q1("q", 0, 2);
  placeholder src("src", {3, 10, 10}, p_float32);
  placeholder filter("filter", {8, 3, 3, 3}, p_float32);
  placeholder conv("conv", {8, 8, 8}, p_float32);
  placeholder out("out", {8, 4, 4}, p_float32);
  placeholder input("input", {8}, p_int32);
  constant scalar(0, p_float32);

  compute s_1("s_1", {o, y, x}, scalar, conv(o, y, x));
  compute s_2("s_2", {o, y, x, i, p, q}, conv(o, y, x) + src(i, y + p, x + q) * filter(o, i, p, q), conv(o, y, x));
  p_max positive(conv(o, y, x), scalar);
  compute s_3("s_3", {o, y, x}, positive, conv(o, y, x));
  compute s_4("s_4", {o, y1, x1}, scalar, out(o, y1, x1));
  compute s_5("s_5", {o, y1, x1, p1, q1}, p_max(conv(o, y1 * 2 + p1, x1 * 2 + q1), out(o, y1, x1)), out(o, y1, x1));
  compute s_6("s_6", {o}, 7, input(o));
  s_2.after(s_1, -1);
  s_3.after(s_2, -1);
  s_4.after(s_3, -1);
  s_5.after(s_4, -1);
  s_6.after(s_5, -1);

  fct->auto_DSE_loop_transformation();
  int count = 0;
  for (auto &comp : fct->leader_computations) {
    auto iterators = comp->get_iteration_variables();
    int size = iterators.size();
    if (size >= 6) {
      comp->apply_opt_strategy({3, 1, 1});  // three columns at once: the sums along i, p and q went outside before
    }
    if (size == 5) comp->apply_opt_strategy({2, 1, 1});
    if (size == 1) comp->apply_opt_strategy({4});
    count += 1;
  }
  if (count != 6) return 3;
  fct->dump_schedule("samples/network/");
}
