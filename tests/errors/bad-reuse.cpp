// The loop changes what its next iterations read: a value that is handed on would be old.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scan");
  var t("t", 0, 4), i("i", 1, 31);
  placeholder A("A", {32});
  compute s("s", {t, i}, A(i) = A(i - 1) + A(i) + A(i + 1));
  s.reuse_at(A, i);
  codegen();
}
