// An array that is streamed has no memory to be cut into banks. That is a warning: the program ends with status 1 by itself.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("streamed");
  var i("i", 0, 8);
  placeholder x("x", {8}, p_int32), t("t", {8}, p_int32), y("y", {8}, p_int32);
  t.local();
  compute first("first", {i}, t(i) = x(i) + 1), second("second", {i}, y(i) = t(i) * 2);
  t.partition({2}, "cyclic");
  t.stream(4);
  dataflow();
  CompileOptions options;
  options.quiet = true;
  options.write = options.verify = false;
  codegen(options);
  return 1;
}
