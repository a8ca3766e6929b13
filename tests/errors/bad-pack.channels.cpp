// error: the loop that runs over a word's elements also takes those of a channel that come before them
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("blur");
  placeholder in("in", {12}), tmp("tmp", {12}), sums("sums", {10}), last("last", {10});
  tmp.local();
  var i("i", 0, 12), j("j", 0, 10), w("w"), l("l");
  compute scale("scale", {i}, in(i) * 2, tmp(i));
  compute add("add", {j}, tmp(j) + tmp(j + 1) + tmp(j + 2), sums(j));
  compute keep("keep", {j}, tmp(j + 2), last(j));
  keep.after(add, j);
  keep.split(j, 2, w, l);
  add.split(j, 2, w, l);
  dataflow(Channels::automatic);
  last.interface("m_axi", "gmem");
  last.pack(2);
  codegen();
}
