// Sine and cosine of an angle in 14 steps, as one value: each step uses the one before six times.
#include <pom/pom.hpp>

#include <cmath>
using namespace pom;

int main() {
  init("cordic");
  var i("i", 0, 64);
  placeholder angle("angle", {64}, p_int32), sum("sum", {64}, p_int32);
  expr x = 39797, y = 0, z = angle(i) * 400;
  for (int k = 0; k < 14; ++k) {
    const expr negative = z < 0, dx = y >> k, dy = x >> k;
    const int step = static_cast<int>(std::lround(std::atan(std::ldexp(1.0, -k)) * 65536));
    x = select(negative, x + dx, x - dx);
    y = select(negative, y - dy, y + dy);
    z = select(negative, z + step, z - step);
  }
  compute s("s", {i}, x + y, sum(i));
  s.pipeline(i);
  codegen();
}
