// Floats of all types, infinities and NaN among them, become integers and fixed-point numbers of all kinds.
#include <pom/pom.hpp>

#include <string>
#include <vector>
using namespace pom;

int main() {
  init("conversions");
  var i("i", 0, 32);
  placeholder f("f", {32}, p_float32), d("d", {32}, p_float64), h("h", {32}, p_half), q("q", {32}, p_bfloat16);
  const std::vector<Type> types = {p_int8,
                                   p_uint8,
                                   p_int16,
                                   p_uint16,
                                   p_int32,
                                   p_uint32,
                                   p_int64,
                                   p_uint64,
                                   p_int(5),
                                   p_uint(7),
                                   p_int(63),
                                   p_uint(100),
                                   p_fixed(16, 8),
                                   p_fixed(40, 20, Quantization::round_even, Overflow::saturate_symmetric),
                                   p_ufixed(12, 4, Quantization::round, Overflow::saturate)};
  int n = 0;
  for (const Type& type : types) {
    const std::string number = std::to_string(n++);
    placeholder r("r" + number, {5, 32}, type);
    compute from_float("from_float" + number, {i}, cast(f(i) * 1e30 - 3e29, type), r(0, i));
    compute from_infinity("from_infinity" + number, {i}, cast((d(i) - 1) * 1e300 * 1e300, type), r(1, i));
    compute from_half("from_half" + number, {i}, cast((h(i) - 1) * 60000.0 * 8, type), r(2, i));
    compute from_nan("from_nan" + number, {i}, cast((q(i) - q(i)) / (q(i) - q(i)), type), r(3, i));
    compute clamped("clamped" + number, {i}, cast(p_max(p_min(f(i) * 300 - 200, 15), 0), type), r(4, i));
  }
  codegen();
}
