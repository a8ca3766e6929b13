// A local array of one element, and a buffer of one, are registers, whatever memory is asked for.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("last");
  var i("i", 0, 16), j("j", 0, 8), k("k", 0, 1);
  placeholder x("x", {16}, p_int32), y("y", {16}, p_int32), L("L", {1}, p_int32), W("W", {8, 1}, p_int32);
  placeholder z("z", {8}, p_int32), V("V", {8}, p_int32);
  L.local();
  W.local();
  V.local();
  compute s("s", {i}, L(0) = x(i) + 1), t("t", {i}, y(i) = L(0) * 2);
  t.after(s, i);
  compute u("u", {j}, W(j, 0) = x(j) + 3), v("v", {j}, V(j) = W(7 - j, 0) + 4), w("w", {j}, z(j) = V(7 - j) + 5);
  L.bind_storage("ram_2p", "bram");
  W.partition({8, 1}, "cyclic");
  W.bind_storage("ram_2p", "lutram");
  V.bind_storage("ram_2p", "lutram");
  x.interface("m_axi", "g");
  auto one = x.buffer_at(s, i, "one");
  one.bind_storage("ram_2p", "bram");
  CompileOptions options;
  options.quiet = true;
  options.write = options.verify = false;
  codegen(options);
  return 1;
}
