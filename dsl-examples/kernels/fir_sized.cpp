// A filter whose length and number of taps the caller gives at every call.
//
// Where the signal has not begun yet, zeros come in: the select counts as a guard in the proof that no sample before
// the first is read. The taps lie in registers; 4 of them work at once.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("fir_sized");
  parameter samples("samples", 1, 1024), taps("taps", 1, 32);
  var n("n", 0, samples), t("t", 0, taps), t0("t0"), t1("t1");
  placeholder in("in", {samples}, p_int16), weight("weight", {taps}, p_int16), out("out", {samples}, p_int32);

  compute clear("clear", {n}, out(n) = 0);
  compute tap("tap", {n, t}, out(n) += select(n >= t, in(n - t), 0) * weight(t));

  clear.pipeline(n);
  tap.split(t, 4, t0, t1);
  tap.pipeline(t0);
  in.partition({4}, "cyclic");
  weight.partition({32}, "complete");
  codegen();
}
