// The copy that convert() makes reads L by columns: only what it makes can be a stream.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("turned");
  var i("i", 0, 16), j("j", 0, 16);
  placeholder A("A", {16, 16}, p_int32), L("L", {16, 16}, p_int32), M("M", {16, 16}, p_int32), O("O", {16, 16}, p_int32);
  L.local();
  M.local();
  compute s("s", {i, j}, A(i, j) + 1, L(i, j));
  compute t("t", {i, j}, L(j, i) * 2, M(i, j));
  compute u("u", {i, j}, M(i, j) + 3, O(i, j));
  auto [L2, turn] = L.convert("L2");
  dataflow();
  process("pq", {t, u});
  L.stream(3);
  L2.stream(5);
  codegen();
}
