// Arguments that come from several ports, in rows that are no whole words.
#include <pom/pom.hpp>
using namespace pom;

int main(int count, char** words) {
  init("scale");
  var i("i", 0, 5), j("j", 0, 21);
  placeholder A("A", {5, 21}, p_int32), B("B", {5, 21}, p_int32), C("C", {5, 21}, p_int32);
  compute s("s", {i, j}, 3 * A(i, j) + B(i, j), B(i, j)), t("t", {i, j}, A(i, j) - 1, C(i, j));
  A.interface("m_axi", "gmem_a");
  B.interface("m_axi", "gmem_b");
  C.interface("m_axi", "gmem_c");
  A.buffer();
  B.buffer();
  A.pack(8, "padded", 2);
  B.pack(16, "padded", 4);
  CompileOptions options;
  options.board = count > 1 ? words[1] : "u55c";
  codegen(options);
}
