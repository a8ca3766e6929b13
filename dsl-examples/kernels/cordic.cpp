// CORDIC in rotation mode: 14 steps of shifts and additions turn a vector by an angle from -pi/2 to pi/2, which gives
// its cosine and sine with 14 bits behind the point. The steps are recorded by a C++ loop; values that steps share are
// computed once.
#include <cmath>
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int steps = 14, count = 256, one = 1 << 14;
  init("cordic");
  var n("n", 0, count);
  placeholder angle("angle", {count}, p_int16), cosine("cosine", {count}, p_int32), sine("sine", {count}, p_int32);

  double length = 1;  // of the vector after all steps
  for (int k = 0; k < steps; ++k) length *= std::sqrt(1 + std::ldexp(1.0, -2 * k));
  expr x = static_cast<int>(std::lround(one / length)), y = 0, z = cast(angle(n), p_int32);
  for (int k = 0; k < steps; ++k) {
    const int turn = static_cast<int>(std::lround(std::atan(std::ldexp(1.0, -k)) * one));
    const expr left = z < 0, dx = cast(x, p_int32) >> k, dy = cast(y, p_int32) >> k;
    x = select(left, x + dy, x - dy);
    y = select(left, y - dx, y + dx);
    z = select(left, z + turn, z - turn);
  }
  compute c("c", {n}, x, cosine(n));
  compute s("s", {n}, y, sine(n));
  s.after(c, n);
  c.pipeline(n, 1);
  codegen();
}
