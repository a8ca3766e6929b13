// Six iterations fill no strip of eight.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("short_loop");
  var i("i", 0, 6), i0("i0"), i1("i1");
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  s.split(i, 8, i0, i1);
  s.separate(i1);
  codegen();
}
