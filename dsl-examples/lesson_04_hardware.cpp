// Lesson 4: hardware directives (the paper's Fig. 6).
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_04");
  var i("i", 0, 32), j("j", 0, 32), k("k", 0, 32);
  placeholder A("A", {32, 32}, p_float32), B("B", {32, 32}, p_float32), C("C", {32, 32}, p_float32);
  compute s("s", {k, i, j}, A(i, j) + B(i, k) * C(k, j), A(i, j));

  var i0("i0"), j0("j0"), i1("i1"), j1("j1");
  s.tile(i, j, 4, 4, i0, j0, i1, j1);

  // A new iteration of j0 starts in every cycle (#pragma HLS pipeline II=1) …
  s.pipeline(j0, 1);
  // … and does the sixteen products of its tile side by side (#pragma HLS unroll factor=4).
  s.unroll(i1, 4);
  s.unroll(j1, 4);
  // A memory has two ports. Sixteen elements at a time need sixteen banks: element (i, j) goes to bank (i mod 4, j mod
  // 4). B is read at four rows and one column, C at one row and four columns.
  A.partition({4, 4}, "cyclic");
  B.partition({4, 1}, "cyclic");
  C.partition({1, 4}, "cyclic");
  codegen();
}
