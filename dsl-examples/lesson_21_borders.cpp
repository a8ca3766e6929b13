// Lesson 21: borders.
//
// A stencil reads beyond the edges of its image. An index may say what is there instead: the nearest pixel, the
// mirrored one, the one from the other side. Or a select says that nothing is: what it does not choose is never out of
// bounds.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int rows = 16, columns = 24;

  // The nearest pixel, vertically and horizontally. All of this is exact for the analyses, as affine indices are.
  init("lesson_21_clamped");
  var y("y", 0, rows), x("x", 0, columns);
  placeholder image("image", {rows, columns}, p_uint8), blurred("blurred", {rows, columns}, p_uint8);
  const auto pixel = [&](const expr& row, const expr& column) {
    return image(clamp(row, 0, rows - 1), clamp(column, 0, columns - 1));
  };
  compute blur("blur", {y, x},
               blurred(y, x) = (pixel(y - 1, x) + pixel(y + 1, x) + pixel(y, x - 1) + pixel(y, x + 1)) / 4);
  blur.pipeline(x);
  codegen();

  // Mirrored: … 2 1 0 1 2 …, and around: … n - 1 0 1 ….
  init("lesson_21_mirrored");
  var i("i", 0, 32);
  placeholder a("a", {32}, p_int16), b("b", {32}, p_int16), c("c", {32}, p_int16);
  compute inside("inside", {i}, b(i) = (a(mirror(i - 2, 32)) >> 1) + (a(mirror(i + 2, 32)) >> 1));
  compute around("around", {i}, c(i) = (a(wrap(i - 1, 32)) >> 1) - (a(wrap(i + 1, 32)) >> 1));
  codegen();

  // Nothing beyond the edge: where i is 0, the element before it is not asked for.
  init("lesson_21_guarded");
  var j("j", 0, 32);
  placeholder p("p", {32}, p_int32), q("q", {32}, p_int32);
  compute step("step", {j}, q(j) = p(j) - select(j > 0, p(j - 1), 0));
  codegen();

  // Bounds may be the smaller or larger of several: a band around the diagonal of a matrix.
  init("lesson_21_band");
  var r("r", 0, 24), k("k", p_max(r - 2, 0), p_min(r + 3, 24));
  placeholder m("m", {24, 24}, p_int16), v("v", {24}, p_int16), w("w", {24}, p_int32);
  compute clear("clear", {r}, w(r) = 0);
  compute product("product", {r, k}, w(r) += m(r, k) * v(k));
  product.after(clear, r);
  codegen();
}
