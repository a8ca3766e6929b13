// 3MM: E = A * B and F = C * D, then G = E * F.
#include "arguments.hpp"
using namespace pom;

namespace {

/// `result` = `left` * `right`: a clearing statement and a product in the same loops i and j.
struct Product {
  var i, j, k;
  compute clear, update;

  Product(const std::string& name, int N, const placeholder& result, const placeholder& left, const placeholder& right)
      : i("i", 0, N),
        j("j", 0, N),
        k("k", 0, N),
        clear("clear" + name, {i, j}, 0, result(i, j)),
        update("product" + name, {i, j, k}, result(i, j) + left(i, k) * right(k, j), result(i, j)) {
    update.after(clear, j);
  }

  void schedule() {
    update.interchange(0, 2);  // loops by level: (i, j, k) → (k, j, i)
    update.interchange(1, 2);  // (k, i, j)
    update.after(clear, -1);
    update.tile({i, j}, {2, 4});  // → k, i_0, j_0, i_1, j_1
    update.pipeline(2, 1);
    update.unroll(3, 2);
    update.unroll(4, 4);
    clear.pipeline(j, 1);
  }
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("3mm", argc, argv);
  const int N = arguments.size;

  init("mm3");  // a C++ identifier
  placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32), C("C", {N, N}, p_float32);
  placeholder D("D", {N, N}, p_float32), E("E", {N, N}, p_float32), F("F", {N, N}, p_float32);
  placeholder G("G", {N, N}, p_float32);
  Product first("E", N, E, A, B), second("F", N, F, C, D), third("G", N, G, E, F);

  if (arguments.mode == Mode::scheduled) {
    for (Product* product : {&first, &second, &third}) product->schedule();
    A.partition({2, 1}, "cyclic");
    B.partition({1, 4}, "cyclic");
    C.partition({2, 1}, "cyclic");
    D.partition({1, 4}, "cyclic");
    E.partition({2, 4}, "cyclic");
    F.partition({2, 4}, "cyclic");
    G.partition({2, 4}, "cyclic");
  }
  compile_program("3mm", arguments);
}
