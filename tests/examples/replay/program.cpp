// Explores into out/found; compiled again with POM_SCHEDULE, the lines that were found stand in the program itself.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("replayed");
  var i("i", 0, 40), j("j", 0, 40), k("k", 0, 40);
  placeholder A("A", {40, 40}, p_float32), B("B", {40, 40}, p_float32), C("C", {40, 40}, p_float32);
  placeholder r("r", {40}, p_float32), s("s", {40}, p_float32), q("q", {40}, p_float32);
  compute clear("clear", {i, j}, 0, C(i, j));
  compute product("product", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
  compute columns("columns", {i, j}, s(j) + A(i, j) * r(i), s(j));
  compute rows("rows", {i, j}, q(i) + A(i, j) * r(j), q(i));
  product.after(clear, j);
  rows.after(columns, j);
#ifdef POM_SCHEDULE
#include POM_SCHEDULE
  codegen("out/replayed");
#else
  auto_DSE("out/found");
#endif
}
