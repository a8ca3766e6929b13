// The cosine transform of JPEG's blocks of 8 x 8, rows first, then columns. The factors are numbers of the program; the
// transform of a row is one compute per frequency.
#include <cmath>
#include <numbers>
#include <pom/pom.hpp>
using namespace pom;

namespace {

/// Σ samples(n) · cos((2n + 1) k π / 16), scaled to be orthogonal.
expr frequency(int k, const std::vector<expr>& samples) {
  const double scale = k == 0 ? std::sqrt(0.125) : 0.5;
  expr sum = 0.0;
  for (int n = 0; n < 8; ++n) {
    const double factor = scale * std::cos((2 * n + 1) * k * std::numbers::pi / 16);
    sum = n == 0 ? samples[0] * factor : sum + samples[n] * factor;
  }
  return sum;
}

}  // namespace

int main() {
  init("dct8x8");
  var r("r", 0, 8), c("c", 0, 8);
  placeholder pixel("pixel", {8, 8}, p_uint8), rows("rows", {8, 8}), out("out", {8, 8});
  rows.local();

  std::vector<expr> row, column;
  for (int n = 0; n < 8; ++n) row.push_back(cast(pixel(r, n), p_float32) - 128.0);
  for (int n = 0; n < 8; ++n) column.push_back(rows(n, c));
  std::vector<assignment> first, second;
  for (int k = 0; k < 8; ++k) first.push_back({rows(r, k), frequency(k, row)});
  for (int k = 0; k < 8; ++k) second.push_back({out(k, c), frequency(k, column)});
  simultaneous along("along", {r}, first), down("down", {c}, second);

  along.front().pipeline(r);
  down.front().pipeline(c);
  pixel.partition({1, 8}, "complete");
  codegen();
}
