// The banks of a buffer that the program has given no name have one element each, and a scalar is a register: no memory
// is of a kind. Warnings: the program ends with status 1 by itself, as all of these do.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  CompileOptions options;
  options.quiet = true;
  options.write = options.verify = false;
  function program("scaled");
  program.scope([] {
    var i("i", 0, 16), j("j", 0, 16);
    placeholder A("A", {16, 16}, p_int32), B("B", {16, 16}, p_int32);
    compute s("s", {i, j}, B(i, j) = A(i, j) * 3 + B(i, j));
    A.interface("m_axi", "a");
    B.interface("m_axi", "b");
    A.buffer();
    B.buffer();
    A.bind_storage("ram_1p", "bram");
    B.partition({16, 16}, "complete");
    B.bind_storage("ram_1p", "bram");
  });
  program.codegen(options);
  function other("copied");
  other.scope([] {
    var i("i", 0, 16);
    placeholder A("A", {16}, p_int32);
    scalar q("q", p_int32);
    compute u("u", {i}, q = A(i));
    compute w("w", {i}, A(i) = q);
    q.storage().bind_storage("ram_1p", "bram");
  });
  other.codegen(options);
  return 1;
}
