// Points from polar to rectangular coordinates and back.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int count = 128;
  init("polar");
  var n("n", 0, count), m("m", 0, count);
  placeholder radius("radius", {count}), angle("angle", {count}), radius_again("radius_again", {count});
  placeholder angle_again("angle_again", {count});
  placeholder_complex point("point", {count});

  const complex_expr direction(cos(angle(n)), sin(angle(n)));
  simultaneous place("place", {n}, {{point(n), direction * radius(n)}});
  simultaneous measure(
      "measure", {m}, {{radius_again(m), sqrt(norm(point(m)))}, {angle_again(m), atan2(point(m).im(), point(m).re())}});
  place.front().pipeline(n, 1);
  measure.front().pipeline(m, 1);
  codegen();
}
