// Without a dataflow all nests run one after the other anyhow.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("two");
  var i("i", 0, 8);
  placeholder A("A", {8}), B("B", {8}), C("C", {8});
  compute s("s", {i}, B(i) = A(i) + 1);
  compute t("t", {i}, C(i) = A(i) * 2);
  process("both", {s, t});
  codegen();
}
