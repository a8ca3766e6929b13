// Only the run knows in which order a computed index reads.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("shuffle");
  var i("i", 0, 16);
  placeholder x("x", {16}, p_int32), place("place", {16}, p_uint(4)), t("t", {16}, p_int32), y("y", {16}, p_int32);
  compute produce("produce", {i}, x(i) * 3, t(i));
  compute consume("consume", {i}, t(place(i)), y(i));
  t.local();
  t.stream(4);
  dataflow();
  codegen();
}
