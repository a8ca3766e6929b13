// The median of 25 numbers by a sorting network: 300 comparators, each of whose results is used twice.
#include <pom/pom.hpp>

#include <vector>
using namespace pom;

void order(expr& a, expr& b) {
  const expr low = p_min(a, b), high = p_max(a, b);
  a = low;
  b = high;
}

int main() {
  init("sorting_network");
  constexpr int inputs = 25;
  var i("i", 0, 8);
  placeholder window("window", {8, inputs}, p_int16), median("median", {8}, p_int16);
  std::vector<expr> wires;
  for (int n = 0; n < inputs; ++n) wires.push_back(window(i, n));
  for (int step = 0; step < inputs; ++step) {
    for (int n = step % 2; n + 1 < inputs; n += 2) order(wires[n], wires[n + 1]);
  }
  compute s("s", {i}, wires[inputs / 2], median(i));
  s.pipeline(i);
  codegen();
}
