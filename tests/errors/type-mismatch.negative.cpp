// A negative number beside an unsigned value is another number there; only C++'s own -1 beside a p_uint32 is meant so.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("negative");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_uint(5)), U("U", {8}, p_uint32), S("S", {8}, p_int32), V("V", {8}, p_int64);
  placeholder M("M", {8}, p_uint32);
  compute sum("sum", {i}, A(i) + -1, S(i));
  compute real("real", {i}, U(i) + -3.0, V(i));
  compute greater("greater", {i}, select(U(i) > -1.0, 1, 0), S(i));
  compute largest("largest", {i}, select(U(i) == -1, 1, U(i)), M(i));
  codegen();
}
