// Histogram of a block of bytes.
//
// Two bytes in a row are often equal: the second addition would need what the first one has not written yet. Four
// copies take turns, so that an element is met every fourth iteration at most; that distance is proved and stands in
// the kernel.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int bytes = 1024, bins = 256, copies = 4;
  init("histogram");
  var c("c", 0, copies), b("b", 0, bins), i("i", 0, bytes);
  placeholder data("data", {bytes}, p_uint8), part("part", {copies, bins}, p_int32), count("count", {bins}, p_int32);
  part.local();

  compute clear("clear", {b, c}, 0, part(c, b));
  compute tally("tally", {i}, part(i % copies, data(i)) + 1, part(i % copies, data(i)));
  compute start("start", {b}, 0, count(b));
  compute sum("sum", {b, c}, count(b) + part(c, b), count(b));
  sum.after(start, b);

  tally.dependence(i, part);
  tally.pipeline(i, 1);
  part.partition({copies, 1}, "complete");
  clear.pipeline(b, 1);
  sum.pipeline(b, 1);
  codegen();
}
