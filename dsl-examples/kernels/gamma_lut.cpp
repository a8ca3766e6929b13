// Gamma correction of an image, by a table that a file holds. Four pixels at once are four reads of the table, which
// has two ports: an iteration starts every other cycle.
#include <cmath>
#include <fstream>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int height = 16, width = 32;
  std::ofstream file("gamma.csv");
  for (int level = 0; level < 256; ++level)
    file << std::lround(255 * std::pow(level / 255.0, 1 / 2.2)) << (level % 16 == 15 ? "\n" : ",");
  file.close();

  init("gamma_lut");
  var y("y", 0, height), x("x", 0, width), x0("x0"), x1("x1");
  placeholder image("image", {height, width}, p_uint8), corrected("corrected", {height, width}, p_uint8),
      G("G", {256}, p_uint8);
  G.values_from("gamma.csv");

  compute correct("correct", {y, x}, G(image(y, x)), corrected(y, x));

  correct.split(x, 4, x0, x1);
  correct.pipeline(x0, 2);
  correct.unroll(x1, 4);
  image.partition({1, 4}, "cyclic");
  corrected.partition({1, 4}, "cyclic");
  codegen();
}
