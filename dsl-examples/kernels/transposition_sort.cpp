// Odd-even transposition sort: n rounds, in each of which neighbours of alternating pairs are put in order. All pairs
// of a round are independent: unrolled, a round is one row of comparators.
#include <limits>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int n = 16;
  init("transposition_sort");
  var t("t", 0, n), i("i", 1, n + 1), e("e", 0, n), x("x", 0, n), b("b", 0, n + 1);
  placeholder in("in", {n}, p_int32), out("out", {n}, p_int32), rounds("rounds", {n + 1, n + 2}, p_int32);
  rounds.local();

  // The row is wider by one element at each end, which no element passes.
  compute least("least", {b}, std::numeric_limits<int>::min(), rounds(b, 0));
  compute greatest("greatest", {b}, std::numeric_limits<int>::max(), rounds(b, n + 1));
  compute load("load", {e}, in(e), rounds(0, e + 1));
  const expr here = rounds(t, i), left = rounds(t, i - 1), right = rounds(t, i + 1);
  compute order("order", {t, i}, select((i + t) % 2 == 0, p_min(here, right), p_max(left, here)), rounds(t + 1, i));
  compute store("store", {x}, rounds(n, x + 1), out(x));

  // A round is n comparators wide, and a new one starts in every cycle.
  order.pipeline(t, 1);
  rounds.partition({n + 1, n + 2}, "complete");
  codegen();
}
