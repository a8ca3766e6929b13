// An old program: primitives by hand, arrays whose C++ names are q, p and r, a nest of two statements.
#include "compute.h"
#include "core.h"
#include "expr.h"
#include "function.h"
using namespace std;
using namespace polyfp;

int main() {
  init("old_bicg");
  auto *fct = global::get_implicit_function();
  var i("i", 0, 64);
  var j("j", 0, 64);
  placeholder A("A", {64, 64}, p_float32);
  placeholder s("s", {64}, p_float32);
  placeholder q("q", {64}, p_float32);
  placeholder p("p", {64}, p_float32);
  placeholder r("r", {64}, p_float32);

  compute s_1("s_1", {i, j}, s(j) + A(i, j) * r(i), s(j));
  compute s_2("s_2", {i, j}, q(j) + A(j, i) * p(i), q(j));
  s_2.after(&s_1, j);

  var i0("i0"), j0("j0"), i1("i1"), j1("j1");
  s_1.tile(i, j, 1, 32, i0, j0, i1, j1);
  s_2.tile(i, j, 1, 32, i0, j0, i1, j1);
  s_2.after(s_1, j1);
  s_1.pipeline(j0, 1);
  s_1.unroll(j1, -1);
  s_2.unroll(j1, -1);
  s.partition({32}, "cyclic");
  q.partition({32}, "cyclic");
  A.partition({32, 32}, {"cyclic", "cyclic"});

  if (fct->leader_computations.size() != 1) return 3;
  codegen();
}
