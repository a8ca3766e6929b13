// A nest that fills a FIFO from a memory is not the function that empties one into a memory.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("layers");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32), C("C", {8}, p_int32);
  B.local();
  compute first("first", {i}, A(i) + 1, B(i));
  compute second("second", {i}, B(i) + 1, C(i));
  dataflow(Channels::automatic);
  first.inline_off("layer");
  second.inline_off("layer");
  codegen();
}
