// An index is counted as it is written out: 2^20 times i.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("doubling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32);
  expr index = i;
  for (int n = 0; n < 20; ++n) index = index + index;
  compute s("s", {i}, 1, A(index));
  codegen();
}
