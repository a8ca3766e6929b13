// A FIFO hands its next element on, whether a condition asks for it or not.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("padded");
  var i("i", 0, 8), j("j", 0, 9);
  placeholder A("A", {8}, p_int32), T("T", {8}, p_int32), B("B", {9}, p_int32);
  T.local();
  compute a("a", {i}, A(i) + 1, T(i));
  compute b("b", {j}, select(j > 0, T(j - 1), 0), B(j));
  dataflow();
  T.stream(2);
  codegen();
}
