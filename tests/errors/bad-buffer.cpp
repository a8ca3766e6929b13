// A buffer of an array that lies on the chip already.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 8);
  placeholder A("A", {8}), B("B", {8}), T("T", {8});
  T.local();
  compute s("s", {i}, T(i) = A(i) * 2);
  compute t("t", {i}, B(i) = T(i) + 1);
  T.buffer_at(t, i);
  codegen();
}
