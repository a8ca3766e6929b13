// Smith-Waterman: scores of the local alignments of two sequences, with a gap penalty that is linear in the gap.
//
// Each cell needs its left, upper and upper left neighbours, so that both loops carry dependences. After a skew the
// cells of one diagonal are independent: the inner loop then starts an iteration in every cycle.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int n = 48, m = 40, match = 2, mismatch = -1, gap = 1;
  init("smith_waterman");
  var i("i", 1, n + 1), j("j", 1, m + 1), r("r", 0, n + 1), c("c", 0, m + 1);
  placeholder a("a", {n}, p_uint8), b("b", {m}, p_uint8), score("score", {n + 1, m + 1}, p_int32);

  compute left("left", {r}, 0, score(r, 0));
  compute top("top", {c}, 0, score(0, c));
  const expr aligned = score(i - 1, j - 1) + select(a(i - 1) == b(j - 1), match, mismatch);
  const expr with_gap = p_max(score(i - 1, j), score(i, j - 1)) - gap;
  compute cell("cell", {i, j}, p_max(0, p_max(aligned, with_gap)), score(i, j));

  var i2("i2"), j2("j2");
  cell.skew(i, j, 1, 1, i2, j2);
  cell.interchange(i2, j2);
  cell.pipeline(i2, 1);
  codegen();
}
