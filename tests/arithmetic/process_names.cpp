// A process whose name begins with that of a memory between others; its test bench looks for names in texts.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("process_names");
  var i("i", 0, 32), j("j", 0, 32), k("k", 0, 32);
  placeholder A("A", {32}, p_int32), first("first", {32}, p_int32), r("r", {32}, p_int32), B("B", {32}, p_int32);
  first.local(), r.local();
  compute rr("rr", {i}, first(i) = A(i) + 1);
  compute s("s", {j}, r(j) = first(j) * 3);
  compute t("t", {k}, B(k) = r(31 - k) + r(k % 3));
  dataflow(Channels::automatic);
  codegen();
}
