// Lesson 1: one statement in a loop nest (the paper's Fig. 1).
//
// A program starts with init("name"): everything declared behind it belongs to the function of that name, until the
// next init.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_01");

  // A loop is a name and a half-open range: i = 1, 2, 3, 4.
  var i("i", 1, 5), j("j", 1, 5);

  // An array is a name, its extents and the type of its elements.
  placeholder A("A", {5, 5}, p_float32);

  // A compute is a name, its loops (outermost first), a value and a destination:
  //   for i = 1 … 4, for j = 1 … 4:  A[i][j] = A[i-1][j-1] * 2 + 3
  compute S("S", {i, j}, A(i - 1, j - 1) * 2 + 3, A(i, j));

  // Each element needs the one a row above and a column to the left, so iteration (3,3) must wait for (2,2): a
  // dependence of distance (1,1). POM_DUMP=some/directory shows it in 01-graph.txt, and every other stage of the
  // compiler as well.

  // codegen() compiles the program into out/lesson_01/. Before it reports success, it has executed the program as you
  // wrote it and the C++ for the HLS tool, and compared every element.
  codegen();
}
