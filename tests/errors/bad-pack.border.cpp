// A consumer that leaves out elements at the border: what is sent stands under a condition among the words.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("shifted");
  var y("y", 0, 8), x("x", 0, 64), x0("x0"), x1("x1");
  placeholder in("in", {8, 64}, p_int16), a("a", {8, 64}, p_int16), out("out", {8, 64}, p_int16);
  a.local();
  compute s("s", {y, x}, a(y, x) = in(y, x) >> 1);
  compute t("t", {y, x}, out(y, x) = a(y, clamp(x - 1, 0, 63)));
  in.interface("m_axi", "gi");
  s.split(x, 32, x0, x1).pipeline(x0, 1);
  t.split(x, 32, x0, x1).pipeline(x0, 1);
  in.pack(32);
  dataflow(Channels::automatic);
  codegen();
}
