// Factors, counts and distances that no loop can have.
#include <pom/pom.hpp>

#include <limits>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}, p_float32), B("B", {8, 8}, p_float32), C("C", {8, 8}, p_float32),
      D("D", {8, 8}, p_float32);
  compute s("s", {i, j}, A(i, j) * 2, A(i, j));
  compute t("t", {i, j}, B(i, j) * 2, B(i, j));
  compute u("u", {i, j}, C(i, j) * 2, C(i, j));
  compute v("v", {i, j}, D(i, j) * 2, D(i, j));
  s.split(i, std::int64_t{1} << 40);
  t.unroll(i, std::int64_t{1} << 40);
  u.peel(i, -(std::int64_t{1} << 40));
  v.shift(i, std::int64_t{1} << 40);
  s.skew(i, j, std::numeric_limits<std::int64_t>::min(), 1);
  s.tile({i, j}, {std::int64_t{1} << 40, 4});
  codegen();
}
