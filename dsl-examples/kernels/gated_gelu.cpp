// A gated layer of a transformer: gelu(a) * sigmoid(b), of two products of one input with matrices. gelu by erf, as it
// is defined: x/2 (1 + erf(x / sqrt 2)).
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int inputs = 24, outputs = 16;
  init("gated_gelu");
  var z("z", 0, outputs), o("o", 0, outputs), k("k", 0, inputs), e("e", 0, outputs);
  placeholder x("x", {inputs}), value("value", {inputs, outputs}), gate("gate", {inputs, outputs});
  placeholder bias("bias", {outputs}), y("y", {outputs}), a("a", {outputs}), b("b", {outputs});
  a.local();
  b.local();

  simultaneous start("start", {z}, {{a(z), bias(z)}, {b(z), 0}});
  // Outputs innermost: the sums of neighbouring cycles do not wait for each other.
  simultaneous add("add", {k, o}, {{a(o), a(o) + x(k) * value(k, o)}, {b(o), b(o) + x(k) * gate(k, o)}});
  const expr gelu = a(e) * 0.5 * (1 + erf(a(e) * 0.70710678));
  compute finish("finish", {e}, gelu * sigmoid(b(e)), y(e));

  add.front().pipeline(o, 1);
  finish.pipeline(e, 1);
  codegen();
}
