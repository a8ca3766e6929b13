// In a dataflow no argument can lie in a buffer: the help does not name one.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("shifted");
  var y("y", 0, 16), x("x", 0, 64);
  placeholder in("in", {16, 64}, p_uint8), a("a", {16, 64}, p_uint8), out("out", {16, 64}, p_uint8);
  a.local();
  compute s("s", {y, x}, a(y, x) = in(y, clamp(x + 1, 0, 63)));
  compute t("t", {y, x}, out(y, x) = a(y, x));
  in.interface("m_axi", "gi");
  in.pack(16);
  dataflow(Channels::automatic);
  codegen();
}
