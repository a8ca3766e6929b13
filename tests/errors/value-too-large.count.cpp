// Numbers in indices, bounds and guards are counted with 64 bits, in any order of their terms.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("counting");
  constexpr int most = 2147483647;
  var i("i", 0, 8), j("j", 0, i * most * most * 4 + 5);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32);
  compute bound("bound", {i, j}, A(i) + j, A(i));
  compute remainder("remainder", {i}, A(i * most * most * most * most % 8), A(i));
  compute product("product", {i}, A(i * most * most * 4), A(7 - i));
  compute difference("difference", {i}, A(i * most * most - i * most * most), A(i));
  compute limited("limited", {i}, A(clamp(i * most * most * 4, 0, 7)), A(i));
  compute guarded("guarded", {i}, 1, A(i));
  guarded.where(i * most * most >= 5 || i > 3);
  compute good("good", {i}, A(i * most * 1000000 % 8), A(i));
  codegen();
}
