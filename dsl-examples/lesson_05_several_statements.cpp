// Lesson 5: several statements, and the graph of their dependences (the paper's Fig. 8).
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_05");
  var i("i", 0, 16), j("j", 0, 16), k("k", 0, 16);
  placeholder A("A", {16, 16}, p_float32), B("B", {16, 16}, p_float32), C("C", {16, 16}, p_float32);
  placeholder D("D", {16, 16}, p_float32);

  // A constant without a value is a scalar argument of the generated function; constant c(0.5) would be that number.
  constant beta("beta");

  // Computes run in the order of declaration, each in loops of its own. S1 feeds S2 and S3, both feed S4: two data
  // paths. (The paper's figure gives all four the loops i, j, k; S1 to S3 need no k.)
  compute S1("S1", {i, j}, A(i, j) * beta, A(i, j));
  compute S2("S2", {i, j}, A(i, j) + B(i, j), B(i, j));
  compute S3("S3", {i, j}, A(i, j) + C(i, j), C(i, j));
  compute S4("S4", {i, j, k}, D(i, j) + B(i, k) * C(k, j), D(i, j));

  // S4 sums along k: its iterations (i, j, k) and (i, j, k+1) depend on each other, distance (0,0,1). With k outermost
  // the inner loops are free. The order of each sum stays the same, so the result does too, bit by bit.
  S4.interchange(i, k);  // (k, j, i)
  S4.interchange(i, j);  // (k, i, j): loops are named, not numbered, so this means where they are now
  S4.pipeline(j, 1);
  codegen();
}
