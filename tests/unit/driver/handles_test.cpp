#include <doctest/doctest.h>

#include <pom/pom.hpp>

#include <regex>
#include <string>
#include <vector>

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

TEST_CASE("handles: what is derived from names that end in _ is no reserved name") {
  function program("all_");
  program.scope([] {
    var i("i_", 0, 32), j("j_", 0, 32);
    placeholder A("A_", {32, 32}, p_int32), x("x_", {32}, p_int32), y("y_", {32}, p_int32), q("q_", {32}, p_int32);
    placeholder_complex z("z_", {32});
    struct_array r("r_", {32}, {{"_a", p_float32}, {"b_", p_float32}});
    compute s("s_", {i, j}, y(i) += A(i, j) * x(j)), t("t_", {i}, q(i) = y(i));
    simultaneous w("w_", {i}, {{r(i)("_a"), r(i)("b_")}, {r(i)("b_"), r(i)("_a")}, {z(i), z(i) * z(i)}});
    s.rfactor(j, 4);
    x.interface("m_axi");
    x.buffer();
    A.interface("m_axi");
    A.buffer_at(s, i);
    t.split(i, 4);
    w.front().inline_off();
  });
  CompileOptions options;
  options.write = false;
  options.quiet = true;
  const Report report = program.codegen(options);
  CHECK(report.verified);
  const std::string text = std::regex_replace(report.hls_cpp, std::regex("__SYNTHESIS__"), "");
  CHECK(text.find("z_re") != std::string::npos);
  CHECK(text.find("r_b_") != std::string::npos);
  CHECK(text.find("__") == std::string::npos);
}

TEST_CASE("handles: complex and struct arrays have extents that only a call knows") {
  function program("sized");
  program.scope([] {
    parameter N("N", 1, 16);
    var i("i", 0, N);
    placeholder_complex X("X", {N}), Y("Y", {N + 1});
    struct_array P("P", {N, 2}, {{"x", p_float32}, {"id", p_uint16}});
    const std::vector<int> shape = {16};
    placeholder_complex Z("Z", shape);
    simultaneous s("s", {i}, {{Y(i), X(i) * X(i)}, {P(i, 0), P(i, 1)}, {Z(i), X(i)}});
  });
  CompileOptions options;
  options.write = false;
  options.quiet = true;
  CHECK(program.codegen(options).verified);
}

TEST_CASE("handles: inside of a scope codegen() and verify() are about its function, as declarations are") {
  init("implicit");
  CompileOptions quiet;
  quiet.write = quiet.verify = false;
  quiet.quiet = true;
  const auto declare = [] {
    var i("i", 0, 8);
    placeholder A("A", {8}), B("B", {8});
    compute s("s", {i}, B(i) = A(i) + 1.0f);
  };
  function program("f");
  program.scope([&] {
    declare();
    CHECK(codegen(quiet).hls_cpp.find("void f(") != std::string::npos);
    CHECK(verify().agreed);
  });
  declare();
  CHECK(codegen(quiet).hls_cpp.find("void implicit(") != std::string::npos);
}

TEST_CASE("handles: a function called like a header of libpom has a header that hides none") {
  CompileOptions quiet;
  quiet.write = false;
  quiet.quiet = true;
  for (const char* name : {"BFLOAT16", "WIDE_INT", "INPUTS", "HLS_HALF"}) {
    CAPTURE(name);
    function program(name);
    program.scope([] {
      var i("i", 0, 8);
      placeholder A("A", {8}, p_bfloat16), B("B", {8}, p_half), C("C", {8}, p_int(100));
      compute s("s", {i}, A(i) = A(i) + 1), t("t", {i}, B(i) = B(i) * 2), u("u", {i}, C(i) = C(i) ^ 1);
    });
    const Report report = program.codegen(quiet);
    CHECK(report.verified);
    CHECK(report.hls_cpp.find("#include") != std::string::npos);
  }
}
