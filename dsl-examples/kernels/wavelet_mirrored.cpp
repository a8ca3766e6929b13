// One level of the reversible 5/3 wavelet of JPEG 2000 by lifting: odd samples become details, even ones a smoothed
// signal; the signal is mirrored at its ends.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int half = 16, size = 2 * half;
  init("wavelet_mirrored");
  var n("n", 0, half), m("m", 0, half);
  placeholder signal("signal", {size}, p_int16), detail("detail", {half}, p_int32), smooth("smooth", {half}, p_int32);
  const auto sample = [&](const expr& at) { return cast(signal(mirror(at, size)), p_int32); };
  compute predict("predict", {n}, detail(n) = sample(2 * n + 1) - ((sample(2 * n) + sample(2 * n + 2)) >> 1));
  // detail(-1) is detail(0): the mirror image of an odd place about place 0.
  compute update("update", {m}, smooth(m) = sample(2 * m) + ((detail(p_max(m - 1, 0)) + detail(m) + 2) >> 2));
  predict.pipeline(n, 1);
  update.pipeline(m, 1);
  codegen();
}
