// A fully connected layer of a binarised network: 1 and -1 are bits, a product of 32 of them is an exclusive or, and
// their sum is 32 - 2 popcount. The sign of the sum against a threshold is the output bit, 32 of them to a word.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int words = 8, neurons = 64;
  init("bnn_dot");
  var o("o", 0, neurons);
  var w("w", 0, neurons / 32), v("v", 0, neurons / 32), b("b", 0, 32);
  placeholder input("input", {words}, p_uint32), weight("weight", {neurons, words}, p_uint32);
  placeholder threshold("threshold", {neurons}, p_int16), sum("sum", {neurons}, p_int32);
  placeholder output("output", {neurons / 32}, p_uint32);
  sum.local();

  expr agreement = 32 * words;
  for (int k = 0; k < words; ++k) agreement = agreement - 2 * popcount(input(k) ^ weight(o, k));
  compute add("add", {o}, agreement, sum(o));
  compute clear("clear", {w}, 0, output(w));
  const expr bit = cast(sum(32 * v + b) > threshold(32 * v + b), p_uint32) << b;
  compute pack("pack", {v, b}, output(v) | bit, output(v));

  // All words of a neuron at once.
  add.pipeline(o, 1);
  weight.partition({1, words}, "complete");
  input.partition({words}, "complete");
  codegen();
}
