// Lesson 8: several functions in one program.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  // A function of its own; what is declared inside its scope belongs to it.
  function scale("lesson_08_scale"), shift("lesson_08_shift");
  scale.scope([] {
    var i("i", 0, 100);
    placeholder A("A", {100}, p_float32);
    compute s("s", {i}, A(i) * 2, A(i));
    s.pipeline(i, 1);
  });
  shift.scope([] {
    var i("i", 0, 100);  // the names of another function do not matter here
    placeholder A("A", {100}, p_int32);
    compute s("s", {i}, A(i) + 1, A(i));
    s.split(i, 4).pipeline(0, 1).unroll(1);  // without names the loops are i_0 and i_1; loops can be meant by level too
    A.partition({4}, "cyclic");
  });
  scale.codegen();
  shift.codegen();

  // The implicit function is one more; a second init starts another one and leaves nothing of the first.
  init("lesson_08_sum");
  var i("i", 0, 100);
  placeholder A("A", {100}, p_float32), sum("sum", {1}, p_float32);
  compute s("s", {i}, sum(0) + A(i), sum(0));
  codegen();
}
