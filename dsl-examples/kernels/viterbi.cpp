// The forward pass of a Viterbi decoder with eight states: each state adds the branch metrics to its two predecessors'
// path metrics, keeps the smaller sum and remembers which one it was. Two rows of path metrics
// take turns.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int steps = 64, states = 8;
  init("viterbi");
  var t("t", 0, steps), s("s", 0, states), z("z", 0, states), e("e", 0, states);
  placeholder branch("branch", {steps, states, 2}, p_uint16), start("start", {states}, p_uint32);
  placeholder path("path", {2, states}, p_uint32), decision("decision", {steps, states}, p_uint8);
  placeholder last("last", {states}, p_uint32);
  path.local();

  compute begin("begin", {z}, start(z), path(0, z));
  const expr upper = path(t % 2, 2 * s % states) + branch(t, s, 0),
             lower = path(t % 2, 2 * s % states + 1) + branch(t, s, 1);
  compute decide("decide", {t, s}, select(lower < upper, 1, 0), decision(t, s));
  compute choose("choose", {t, s}, select(lower < upper, lower, upper), path((t + 1) % 2, s));
  choose.after(decide, s);
  compute end("end", {e}, path(steps % 2, e), last(e));

  // All states of a step at once.
  decide.pipeline(t, 1);
  path.partition({2, states}, "complete");
  branch.partition({1, states, 2}, "cyclic");
  decision.partition({1, states}, "cyclic");
  codegen();
}
