// What saturates may do so in one order and not in another.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("saturated");
  const Type sample = p_fixed(12, 6, Quantization::round, Overflow::saturate);
  var k("k", 0, 48);
  placeholder A("A", {48}, sample), level("level", {}, sample);
  compute add("add", {k}, cast(level() + A(k), sample), level());
  add.rfactor(k, 4);
  codegen();
}
