// Mistakes of one statement that have nothing to do with each other are told together; a double buffer without the
// buffer that was refused is none of its own.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaled");
  var i("i", 0, 8), k("k", 0, 8);
  placeholder A("A", {8}, p_int32);
  compute s("s", {i}, A(i) * 2, A(i));
  s.pipeline(i, 0);
  s.unroll(k);
  s.bind_op("mul", "nothing");
  A.buffer_at(s, k);
  s.double_buffer(i);
  codegen();
}
