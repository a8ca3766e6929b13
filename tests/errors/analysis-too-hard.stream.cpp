// Whether the consumer reads in the order of the producer is a question with eight remainders.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scattered");
  dataflow();
  var i("i", 0, 16), j("j", 0, 16);
  placeholder A("A", {64, 64}, p_int32), B("B", {64, 64}, p_int32), C("C", {64, 64}, p_int32);
  B.local();
  compute s("s", {i, j}, A(i, j) + 1, B((i * 7 + j * 3) % 61, (j * 5 + i) % 59));
  compute t("t", {i, j}, B((i * 7 + j * 3) % 61, (j * 5 + i) % 59) + 1, C(i, j));
  B.stream(4);
  codegen();
}
