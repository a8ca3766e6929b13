// Sums, products, shifts and negations that leave their types.
#include <pom/pom.hpp>

#include <limits>
using namespace pom;

int main() {
  init("overflows");
  var i("i", 0, 64);
  placeholder a("a", {64}, p_int32), b("b", {64}, p_int32), u("u", {64}, p_uint32), l("l", {64}, p_int64);
  placeholder s("s", {64}, p_int16), w("w", {64}, p_uint16), e("e", {64}, p_uint64);
  placeholder r("r", {16, 64}, p_int32), m("m", {4, 64}, p_uint32), n("n", {4, 64}, p_int64), k("k", {2, 64}, p_uint64);
  const std::int64_t lowest = std::numeric_limits<std::int32_t>::min();
  const expr large = a(i) * b(i) * 70000;
  compute c0("c0", {i}, abs(a(i) * 1000003), r(0, i));
  compute c1("c1", {i}, -large, r(1, i));
  compute c2("c2", {i}, large << b(i), r(2, i));
  compute c3("c3", {i}, large >> b(i), r(3, i));
  compute c4("c4", {i}, large + a(i) * 65537 - (large - b(i)), r(4, i));
  compute c5("c5", {i}, abs(a(i) * 0 + lowest) + 1 - (a(i) ^ b(i)), r(5, i));
  compute c6("c6", {i}, w(i) * 257 * (w(i) * 257), r(6, i));
  compute c7("c7", {i}, ~(a(i) - lowest) - 2147483647, r(7, i));
  compute c8("c8", {i}, -1 << i, r(8, i));
  compute c9("c9", {i}, cast(s(i) * s(i) * s(i), p_int16) << 15, r(9, i));
  compute d0("d0", {i}, -u(i), m(0, i));
  compute d1("d1", {i}, p_max(u(i), a(i)), m(1, i));
  compute d2("d2", {i}, u(i) * 4000000000 + (u(i) << a(i)), m(2, i));
  compute d3("d3", {i}, select(u(i) < a(i), u(i), 7), m(3, i));
  compute f0("f0", {i}, l(i) * l(i) * 1234567891011 + a(i), n(0, i));
  compute f1("f1", {i}, (l(i) << 63) >> 62, n(1, i));
  compute f2("f2", {i}, -abs(l(i) * 0x123456789abcdef), n(2, i));
  compute g0("g0", {i}, e(i) * e(i) - 1 + cast(-1, p_uint64) / e(i), k(0, i));
  codegen();
}
