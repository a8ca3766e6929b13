// An old program: a stencil in time, a typed constant, auto_DSE into a path with a trailing slash.
#include <filesystem>
#include "placeholder.h"
using namespace std;
using namespace polyfp;
#define N 64

int main() {
  init("old_jacobi");
  auto *fct = global::get_implicit_function();
  var i("i", 0, N - 2);
  var t("t", 0, 10);
  placeholder A("A", {N}, p_float32);
  placeholder B("B", {N}, p_float32);
  constant factor(0.33333, p_float32);

  compute s_1("s_1", {t, i}, (A(i) + A(i + 1) + A(i + 2)) * factor, B(i + 1));
  compute s_2("s_2", {t, i}, (B(i) + B(i + 1) + B(i + 2)) * factor, A(i + 1));
  s_2.after(s_1, t);
  s_1.pipeline(1, 1);
  s_2.pipeline(1, 1);

  std::string pwd = std::filesystem::current_path();
  fct->auto_DSE(pwd + "/samples/jacobi/");
}
