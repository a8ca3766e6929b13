// Prefix sums in two levels: the sums inside each block, then the sum of all blocks before, then both together. The
// chain of additions is as long as a block and the number of blocks, not as the array.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int blocks = 16, length = 32;
  init("prefix_sum");
  var b("b", 0, blocks), i("i", 0, length), i1("i1", 1, length), b1("b1", 1, blocks);
  placeholder in("in", {blocks, length}, p_int32), out("out", {blocks, length}, p_int32);
  placeholder inside("inside", {blocks, length}, p_int32), before("before", {blocks}, p_int32);
  inside.local();
  before.local();

  compute first("first", {b}, in(b, 0), inside(b, 0));
  compute chain("chain", {i1, b}, inside(b, i1 - 1) + in(b, i1), inside(b, i1));
  compute none("none", {}, 0, before(0));
  compute sum("sum", {b1}, before(b1 - 1) + inside(b1 - 1, length - 1), before(b1));
  compute both("both", {b, i}, inside(b, i) + before(b), out(b, i));

  // The blocks are independent: their chains take turns in one pipeline.
  chain.pipeline(b, 1);
  both.pipeline(i, 1);
  codegen();
}
