// A directive names an array of another function, though its own one has an array of that name.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  var i("i", 0, 8);
  init("first");
  placeholder A0("A", {10}, p_int32), O0("O", {8}, p_int32);
  compute s0("s", {i}, A0(i) + A0(i + 2), O0(i));
  init("second");
  placeholder A("A", {10}, p_int32), O("O", {8}, p_int32);
  compute s("s", {i}, A(i) + A(i + 2), O(i));
  s.pipeline(i);
  s.reuse_at(A0, i);
  s.dependence(i, O0);
  A0.buffer_at(s, i);
  codegen();
}
