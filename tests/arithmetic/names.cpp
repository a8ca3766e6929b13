// Names that headers or the generated files use for something else, in every role that may have them.
#include <pom/pom.hpp>

#include <string>
using namespace pom;

int main() {
  {
    init("passed");
    var i("PI", 0, 8), k("index", 0, 4);
    placeholder a("j0", {8}, p_float32), b("fill", {8}, p_float32), c("div", {8}, p_int32);
    constant scale("same", p_float32), offset("state", p_float32);
    compute s("M", {i}, a(i) * scale + offset, a(i));  // its loop would be labelled M_PI
    compute t("reference", {k}, b(k) + sqrt(abs(a(k))) * scale, b(k));
    compute u("exp", {i}, c(i) + 1, c(i));
    codegen();
  }
  {
    init("f");
    var i("A", 0, 8), j("g", 0, 8);  // like an array, and like the function that its statement becomes
    placeholder a("A", {8, 8}, p_float32), b("B", {8, 8}, p_float32);
    compute s("s", {i, j}, a(i, j) * 2, a(i, j)), t("t", {i, j}, b(i, j) * 2, b(i, j));
    s.inline_off("g");
    t.inline_off("h");
    codegen();
  }
  {
    init("reference");
    const std::string longest(100, 'q');
    var i(longest, 0, 8);
    placeholder a(longest, {8}, p_float32);
    compute s(std::string(100, 's'), {i}, a(i) * 2, a(i));
    s.split(i, 4);
    codegen();
  }
}
