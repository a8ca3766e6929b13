// A buffer in a loop goes with the loops' schedule, and so does what is said of it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("rows");
  var i("i", 0, 8), j("j", 0, 16);
  placeholder A("A", {8, 16}, p_int32), B("B", {8}, p_int32);
  compute s("s", {i, j}, B(i) += A(i, j));
  A.interface("m_axi");
  placeholder row = A.buffer_at(s, i, "row");
  row.bind_storage("ram_2p", "lutram");
  row.partition({1, 4}, "cyclic");
  global::get_implicit_function()->transform_loops();
  CompileOptions options;
  options.write = false;
  options.quiet = true;
  codegen(options);
  return 1;
}
