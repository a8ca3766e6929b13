// Of two processes that send, one fills a FIFO and the other a memory.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("layers");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32), C("C", {8}, p_int32), D("D", {8}, p_int32),
      E("E", {8}, p_int32);
  C.local();
  D.local();
  compute first("first", {i}, A(i) + 1, C(i));
  compute second("second", {i}, B(i) + 1, D(i));
  compute last("last", {i}, C(i) + D(7 - i), E(i));
  dataflow();
  C.stream(8);
  first.inline_off("layer");
  second.inline_off("layer");
  codegen();
}
