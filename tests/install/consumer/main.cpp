#include <pom/pom.hpp>

using namespace pom;

int main() {
  function f("consumer");
  f.scope([] {
    var i("i", 0, 16), j("j", 0, 16);
    placeholder A("A", {16, 16}, p_int32), x("x", {16}, p_int32), y("y", {16}, p_int32);
    compute s("s", {i, j}, y(i) + A(i, j) * x(j), y(i));
    s.interchange(i, j).pipeline(i, 1);
  });
  return f.codegen("project").verified ? 0 : 1;
}
