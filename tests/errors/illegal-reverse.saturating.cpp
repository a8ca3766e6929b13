// A sum that saturates depends on its order, which nothing permits to change.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("total");
  var i("i", 0, 64);
  placeholder A("A", {64}, p_fixed(16, 8));
  placeholder T("T", {1}, p_fixed(16, 8, Quantization::truncate, Overflow::saturate));
  allow_reassociation();
  compute s("s", {i}, T(0) + A(i), T(0));
  s.reverse(i);
  codegen();
}
