// Many dependences are violated, and many directives stand behind the one that did it: it has the blame, and not the
// last of all.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scattered");
  placeholder A("A", {7, 5}, p_float32);
  var i("i", 0, 5), j("j", 0, 5), p("p", 0, 3), q("q", 0, 1), k("k", 1, 4), outer("outer"), inner("inner");
  compute s("s", {i, j}, select(expr(1.0) < A(1, i), expr(1.0), A(0, 2)), A(i, j));
  compute t("t", {p, q, k}, A(2 * p, 0), A(k + 3, 0));
  t.after(s, 0);
  t.split(k, 2, outer, inner);
  s.split(1, 2, outer, inner);
  s.interchange(0, inner);
  s.split(inner, 3);
  t.split(inner, 3);
  s.shift(2, -3);
  t.shift(4, -3);
  codegen();
}
