// Lesson 14: memories, ports and operators.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_14");
  const int N = 64;
  var i("i", 0, N), j("j", 0, N);
  placeholder image("image", {N, N}, p_int16), weight("weight", {N}, p_int16), out("out", {N}, p_int32);
  constant bias("bias", p_int32);

  // The sum is taken in an element inside the function; the port is written once per row.
  placeholder acc("acc", {1}, p_int32);
  acc.local();
  compute clear("clear", {i}, bias, acc(0));
  compute sum("sum", {i, j}, acc(0) + image(i, j) * weight(j), acc(0));
  compute put("put", {i}, acc(0), out(i));
  sum.after(clear, i);
  put.after(sum, i);

  // Four neighbours are used in the same cycle. reshape puts them side by side into one word of 64 bits: one memory,
  // where a partition would make four.
  var j0("j0"), j1("j1");
  sum.split(j, 4, j0, j1);
  sum.pipeline(j0, 1);
  sum.unroll(j1, -1);
  image.reshape({1, 4}, "cyclic");
  weight.reshape({4}, "cyclic");

  // Products from DSP blocks with three pipeline stages, sums from LUTs.
  sum.bind_op("mul", "dsp", 3);
  sum.bind_op("add", "fabric");

  // Nothing writes the weights: they may lie in a ROM, and a small one fits into LUTs.
  weight.bind_storage("rom_1p", "lutram");

  // The results leave through an AXI master. A processor sets the bias and starts the design through one AXI-Lite port.
  out.interface("m_axi", "results");
  bias.interface("s_axilite", "control");
  global::get_implicit_function()->interface("s_axilite", "control");

  // Even elements are made from odd ones. That no iteration touches what another one writes is plain to see here, and
  // the library proves it before it says so to the tool. Ask where nothing is true, and it is refused.
  placeholder P("P", {2 * N}, p_int32);
  compute pairs("pairs", {i}, P(2 * i + 1) * 3, P(2 * i));
  pairs.pipeline(i, 1);
  pairs.dependence(i, P);
  codegen();
}
