// As written the index stays within 2^62; of the skewed loop's values it is a difference, whose terms leave it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("counting");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}, p_int32);
  compute s("s", {i, j}, A(i, j * 2147483647 * 200000000 % 8) + 1, A(i, j));
  s.skew(i, j, 1, 1);
  s.pipeline(j, 1);
  codegen();
}
