// A complex FIR filter: each output is the sum of 8 complex products. Numbers of two parts are two arrays.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int taps = 8, outputs = 64;
  init("complex_fir");
  var z("z", 0, outputs), n("n", 0, outputs), k("k", 0, taps);
  placeholder_complex in("in", {outputs + taps - 1}), tap("tap", {taps}), out("out", {outputs});

  simultaneous clear("clear", {z}, {{out(z), complex_expr(0)}});
  simultaneous add("add", {n, k}, {{out(n), out(n) + in(n + taps - 1 - k) * tap(k)}});

  // Outputs innermost: a sum is taken up again only after all the others.
  for (compute& part : add.computes()) part.interchange(n, k);
  add.front().pipeline(n, 1);
  codegen();
}
