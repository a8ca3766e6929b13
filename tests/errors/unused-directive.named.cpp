// The only buffer of the array has a name, and directives of its own.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("named");
  var i("i", 0, 16), j("j", 0, 16), i0("i0"), i1("i1");
  placeholder A("A", {16, 16}, p_int32), C("C", {16, 16}, p_int32);
  compute s("s", {i, j}, C(i, j) += A(i, j));
  A.interface("m_axi", "g");
  s.split(i, 4, i0, i1);
  auto tile = A.buffer_at(s, i0, "tile");
  tile.partition({2, 1}, "cyclic");
  A.partition({4, 4}, "cyclic");
  A.bind_storage("ram_2p", "lutram");
  tile.bind_storage("ram_2p", "bram");
  CompileOptions options;
  options.quiet = true;
  options.write = options.verify = false;
  codegen(options);
  return 1;
}
