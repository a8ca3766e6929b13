// Each element is written in all iterations of k, and would be once with an accumulator.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("sums");
  var i("i", 0, 8), k("k", 0, 4);
  placeholder A("A", {8, 4}, p_int32), B("B", {8}, p_int32), T("T", {8}, p_int32);
  T.local();
  compute s("s", {i, k}, T(i) = A(i, k) * 2), t("t", {i}, B(i) = T(i));
  T.stream(2);
  dataflow();
  codegen();
}
