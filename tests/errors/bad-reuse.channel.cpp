// Automatic channels make windows of what passes between nests.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("two");
  var i("i", 0, 32), j("j", 0, 30);
  placeholder A("A", {32}), a("a", {32}), B("B", {30});
  a.local();
  compute s("s", {i}, a(i) = A(i) * 2);
  compute t("t", {j}, B(j) = a(j) + a(j + 2));
  dataflow(Channels::automatic);
  t.reuse_at(a, j);
  codegen();
}
