// Sums that run backwards, as the program permits: floats of every width agree within the tolerance that is stated,
// integers and wrapping fixed point bit for bit.
#include <pom/pom.hpp>

#include <string>
#include <utility>
#include <vector>
using namespace pom;

int main() {
  const std::vector<std::pair<std::string, Type>> types = {
      {"halves", p_half}, {"brains", p_bfloat16}, {"floats", p_float32}, {"doubles", p_float64}, {"words", p_int32}};
  for (const auto& [name, type] : types) {
    init(name);
    var i("i", 0, 64);
    placeholder A("A", {64}, type), T("T", {1}, type);
    compute s("s", {i}, T(0) + A(i), T(0));
    s.reverse(i);
    allow_reassociation();
    codegen();
  }
  init("fixed_point");
  var i("i", 0, 64);
  placeholder A("A", {64}, p_fixed(16, 8)), T("T", {1}, p_fixed(16, 8, Quantization::round));
  placeholder most("most", {1}, p_fixed(16, 8, Quantization::truncate, Overflow::saturate));
  compute s("s", {i}, T(0) + A(i), T(0)), m("m", {i}, p_max(most(0), A(i)), most(0));
  s.reverse(i);
  m.reverse(i);
  allow_reassociation();
  codegen();
}
