// Each element is a bank of its own, and no memory has so few.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 8), j("j", 0, 4);
  placeholder A("A", {8, 4}, p_int32), L("L", {8, 4}, p_int32), B("B", {8, 4}, p_int32);
  L.local();
  compute s("s", {i, j}, L(i, j) = A(i, j) * 3), t("t", {i, j}, B(i, j) = L(i, j) + 1);
  L.partition({8, 4}, "complete");
  L.bind_storage("ram_2p", "bram");
  CompileOptions options;
  options.quiet = true;
  options.write = options.verify = false;
  codegen(options);
  return 1;
}
