// An argument of one value has no nest that could hand it on.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("fill");
  var i("i", 0, 8), k("k", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32), o("o", {}, p_int32);
  compute s("s", {i}, A(i) = o()), t("t", {k}, B(k) = o());
  dataflow(Channels::automatic);
  codegen();
}
