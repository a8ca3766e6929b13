// In the shared loop the consumer would come before its producer.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("pair");
  var i("i", 0, 7);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_float32), C("C", {8}, p_float32);
  compute first("first", {i}, A(i) * 2, B(i));
  compute second("second", {i}, B(i) + 1, C(i));
  second.after(first, i);
  second.shift(i, -1);
  codegen();
}
