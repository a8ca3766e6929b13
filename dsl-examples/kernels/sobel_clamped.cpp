// Edges of an image: the larger of the absolute horizontal and vertical gradients, with the border's pixels repeated.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int rows = 20, columns = 24;
  init("sobel_clamped");
  var y("y", 0, rows), x("x", 0, columns);
  placeholder image("image", {rows, columns}, p_uint8), edges("edges", {rows, columns}, p_uint8);
  const auto at = [&](int dy, int dx) {
    return cast(image(clamp(y + dy, 0, rows - 1), clamp(x + dx, 0, columns - 1)), p_int16);
  };
  const expr horizontal = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
  const expr vertical = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
  compute gradient("gradient", {y, x}, edges(y, x) = p_min(p_max(abs(horizontal), abs(vertical)) >> 2, 255));
  gradient.pipeline(x, 1);
  codegen();
}
