// Processes with automatic channels hold the limits like any other design.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("chain");
  var i("i", 0, 16);
  placeholder A("A", {16}, p_int32), B("B", {16}, p_int32), C("C", {16}, p_int32);
  B.local();
  compute s("s", {i}, A(i) + 1, B(i));
  compute t("t", {i}, B(i) + 1, C(i));
  dataflow(Channels::automatic);
  DseOptions options;
  options.luts = 10;
  auto_DSE(options);
}
