// Indices, bounds and guards whose numbers leave 32 bits on the way: a kernel and its test bench count with 64 there.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("wide_indices");
  constexpr int low = -2000000000;
  var i("i", 0, 1000), j("j", 0, 12), few("few", 0, 100), k("k", 0, few * 100000000 / 1000000000 + 1), t("t", 0, 3);
  var far("far", t * 2000000000, t * 2000000000 + 4), wide("wide", t * 2000000000 - 5, t * 2000000000 + 1);
  placeholder A("A", {1000}, p_int32), B("B", {8, 1000}, p_int32), C("C", {1000, 12}, p_int32);
  placeholder D("D", {100, 101}, p_int32), E("E", {4, 100}, p_int32), F("F", {3, 10}, p_int64), L("L", {100}, p_int64);
  L.assume(-4000000000000, 4000000000000);
  compute remainder("remainder", {i}, A(i * 2147483647 % 1000) + A(i * 1103515245 % 997), B(0, i));
  compute sum("sum", {i, j}, B(0, i) + A((i * 30000 + j) / 30000000), C(i, j));
  compute negative("negative", {i}, A((i * -30000000 - 7) % 1000) + A((i - 999) * -40000000 / 40000000), B(1, i));
  compute bounded("bounded", {few, k}, D(few, k) + 1, D(few, k));
  compute guarded("guarded", {i, j}, C(i, j) + 1, C(i, j));
  guarded.where(i * 2000000 + j * 150000000 <= 2000000000 || i * 3000000 - j * 1000000000 > 2000000000);
  compute clamped("clamped", {few}, A(clamp(few * 50000000 + low, 0, 99)), E(0, few));
  compute wrapped("wrapped", {few}, A(abs(few * 50000000 + low) % 97), E(1, few));
  compute chosen("chosen", {few}, A(select(few * 50000000 + low > 0, few * 40000000 / 40000000, 99 - few)), E(2, few));
  compute data("data", {few}, A((L(few) + few * 50000000) % 1000), E(3, few));
  compute distant("distant", {t, far}, far + 1, F(t, far - t * 2000000000));
  compute shared("shared", {t, wide}, F(t, wide - t * 2000000000 + 5) + wide, F(t, wide - t * 2000000000 + 5));
  shared.after(distant, t);
  codegen();
}
