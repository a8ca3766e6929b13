// A dot product that returns its result, of vectors as long as the caller says.
//
// The sum is a local accumulator of 64 bits; the return value is what is left of it after rounding.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("dot_returned");
  parameter length("length", 0, 256);
  var i("i", 0, length);
  placeholder a("a", {length}, p_int16), b("b", {length}, p_int16);
  scalar sum("sum", p_int64), result("result", p_int32);
  result.returned();

  compute clear("clear", {}, sum = 0);
  compute add("add", {i}, sum += a(i) * b(i));
  compute round("round", {}, result = cast((sum + 128) >> 8, p_int32));

  add.pipeline(i);
  codegen();
}
