// The loop that varies is not the one of the window.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("steps");
  parameter T("T", 0, 6);
  var t("t", 0, T), y("y", 1, 19), x("x", 1, 19);
  placeholder A("A", {20, 20}, p_int16), B("B", {20, 20}, p_int16);
  compute s("s", {t, y, x}, B(y, x) = A(y - 1, x) & A(y + 1, x));
  s.reuse_at(A, y);
  s.pipeline(x);
  codegen();
}
