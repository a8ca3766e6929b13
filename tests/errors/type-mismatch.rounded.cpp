// An integer that a float holds only rounded is another number: the sum would be even where it is odd.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("rounded");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_bfloat16);
  compute odd("odd", {i}, A(i) + 16777217, A(i));
  compute wide("wide", {i}, B(i) * 257, B(i));
  compute even("even", {i}, A(i) + 16777218 + 16777217.0, A(i));
  codegen();
}
