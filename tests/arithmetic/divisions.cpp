// Quotients and remainders by what may be 0 and by -1, of integers and fixed-point numbers of many widths.
#include <pom/pom.hpp>

#include <limits>
#include <string>
#include <vector>
using namespace pom;

int main() {
  init("divisions");
  var i("i", 0, 64);
  const std::vector<Type> types = {p_int8,    p_uint8,    p_int16,     p_uint16,       p_int32,        p_uint32,
                                   p_int64,   p_uint64,   p_int(5),    p_uint(7),      p_int(24),      p_uint(40),
                                   p_int(63), p_int(100), p_uint(100), p_fixed(16, 8), p_ufixed(12, 4)};
  int n = 0;
  for (const Type& type : types) {
    const std::string number = std::to_string(n++);
    placeholder a("a" + number, {64}, type), b("b" + number, {64}, type), r("r" + number, {4, 64}, type);
    compute quotient("quotient" + number, {i}, cast(a(i) / b(i), type), r(0, i));
    compute by_difference("by_difference" + number, {i}, cast(a(i) / (b(i) - r(0, i)), type), r(1, i));
    if (type.is_fixed()) continue;
    compute remainder("remainder" + number, {i}, cast(a(i) % b(i), type), r(2, i));
    compute by_loop("by_loop" + number, {i}, cast(a(i) % i + a(i) / (i - 5), type), r(3, i));
  }
  const std::int64_t lowest = std::numeric_limits<std::int32_t>::min();
  placeholder x("x", {64}, p_int32), y("y", {4, 64}, p_int32);
  compute lowest_quotient("lowest_quotient", {i}, (x(i) * 0 + lowest) / (x(i) * 0 - 1), y(0, i));
  compute lowest_remainder("lowest_remainder", {i}, (x(i) * 0 + lowest) % (x(i) * 0 - 1), y(1, i));
  compute by_any("by_any", {i}, (x(i) * 0 + lowest) / x(i), y(2, i));
  compute by_positive("by_positive", {i}, x(i) / p_max(x(i), 1), y(3, i));
  codegen();
}
