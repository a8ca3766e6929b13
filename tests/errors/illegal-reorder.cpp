// S(i, j, k) needs S(i-1, j, k+1).
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("wave");
  var i("i", 1, 8), j("j", 0, 8), k("k", 0, 7);
  placeholder A("A", {8, 8, 8}, p_float32);
  compute S("S", {i, j, k}, A(i - 1, j, k + 1) * 2, A(i, j, k));
  S.reorder({k, j, i});
  codegen();
}
