// Edges of a picture in the memory of the ZCU104: a blur over 3 x 3 pixels, and how steep the blurred picture is.
// Nothing below says how: auto_DSE looks for both architectures and finds that the two steps are quickest side by side,
// joined by FIFOs. The picture comes over the bus once, in words as wide as the port, lines of it stay on the chip, and
// a word of the result goes back in about every cycle. The host program has run before you see it, with XRT emulated.
//
// For another board write its name behind the program: the width of the words follows.
#include <pom/pom.hpp>
using namespace pom;

int main(int argc, char** argv) {
  init("outline");
  const int H = 240, W = 320;
  placeholder picture("picture", {H, W}, p_uint8), soft("soft", {H, W}, p_uint8), edges("edges", {H, W}, p_uint8);
  soft.local();

  // At the borders the nearest pixel stands for what is outside.
  const auto near = [&](const placeholder& of, const expr& row, const expr& column) {
    return expr(of(clamp(row, 0, H - 1), clamp(column, 0, W - 1)));
  };
  var y("y", 0, H), x("x", 0, W), v("v", 0, H), u("u", 0, W);
  expr sum = near(picture, y - 1, x - 1) + near(picture, y - 1, x) * 2 + near(picture, y - 1, x + 1);
  sum = sum + near(picture, y, x - 1) * 2 + near(picture, y, x) * 4 + near(picture, y, x + 1) * 2;
  sum = sum + near(picture, y + 1, x - 1) + near(picture, y + 1, x) * 2 + near(picture, y + 1, x + 1);
  compute blur("blur", {y, x}, soft(y, x) = cast(sum / 16, p_uint8));
  const expr across = near(soft, v, u + 1) - near(soft, v, u - 1), along = near(soft, v + 1, u) - near(soft, v - 1, u);
  compute steep("steep", {v, u}, edges(v, u) = cast(p_min(abs(across) + abs(along), 255), p_uint8));

  for (placeholder* argument : {&picture, &edges}) argument->interface("m_axi", "gmem_" + argument->name());

  DseOptions options;
  options.board = argc > 1 ? argv[1] : "zcu104";
  options.architecture = Architecture::automatic;
  auto_DSE(options);
}
