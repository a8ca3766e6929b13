// The array lies off the chip, and of its sums one at a time is on it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("sums");
  var i("i", 0, 16), k("k", 0, 4);
  placeholder A("A", {16, 4}, p_int32), O("O", {16}, p_int32);
  compute z("z", {i}, O(i) = 0), s("s", {i, k}, O(i) += A(i, k));
  s.after(z, i);
  O.interface("m_axi", "g");
  s.accumulate_at(O, i);
  O.partition({4}, "cyclic");
  O.bind_storage("ram_2p", "uram");
  CompileOptions options;
  options.quiet = true;
  options.write = options.verify = false;
  codegen(options);
  return 1;
}
