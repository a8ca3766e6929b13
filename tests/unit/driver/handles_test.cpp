#include <doctest/doctest.h>

#include <pom/pom.hpp>

using namespace pom;

TEST_CASE("handles: what was moved from names what it named") {
  function program("f");
  program.scope([] {
    var i("i", 0, 8);
    placeholder A("A", {8}), B("B", {8});
    struct_array P("P", {8}, {{"x", p_float32}, {"y", p_float32}});
    compute s("s", {i}, A(i) = 1.0f);
    const var j = std::move(i);
    const placeholder C = std::move(A);
    const compute t = std::move(s);
    const struct_array Q = std::move(P);
    expr value = A(i) * 2.0f;
    const expr same = std::move(value);
    compute u("u", {i}, B(i) = value + same + C(j));
    compute v("v", {i}, P(i)("x") = value);
    s.unroll(i, 2);
    A.partition({2}, "cyclic");
    u.after(s, 0);
    P.at("x").partition({2}, "cyclic");
  });
  const function other = std::move(program);
  CHECK(program.name() == "f");
  CHECK(program.schedule().size() == 3);
  CompileOptions quiet;
  quiet.write = quiet.verify = false;
  quiet.quiet = true;
  CHECK_NOTHROW(program.codegen(quiet));
}
