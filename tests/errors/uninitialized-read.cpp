// The last element is read but never written, and a local array comes from nowhere.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("shifted");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {9}, p_float32), C("C", {8}, p_float32);
  compute first("first", {i}, A(i) * 2, B(i));
  compute second("second", {i}, B(i + 1) + 1, C(i));
  B.local();
  codegen();
}
