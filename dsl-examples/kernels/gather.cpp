// Resampling of a signal at places that are given: linear interpolation between the two samples around each.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int samples = 256, places = 128;
  init("gather");
  var i("i", 0, places);
  placeholder signal("signal", {samples}, p_float32), place("place", {places}, p_uint16),
      weight("weight", {places}, p_float32), out("out", {places}, p_float32);
  place.assume(0, samples - 2);

  const expr left = signal(place(i)), right = signal(place(i) + 1);
  compute resample("resample", {i}, left + weight(i) * (right - left), out(i));

  resample.pipeline(i, 1);
  codegen();
}
