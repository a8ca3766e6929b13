#include <doctest/doctest.h>

#include <functional>

#include "codegen/affine/text/parse_affine.hpp"
#include "codegen/hls/kernel.hpp"

using namespace pom;

namespace {

std::string repeat(const std::string& text, int times) {
  std::string all;
  for (int n = 0; n < times; ++n) all += text;
  return all;
}

std::string numbered(int times, const std::function<std::string(int)>& text) {
  std::string all;
  for (int n = 0; n < times; ++n) all += text(n);
  return all;
}

/// "code:line" of the refusal, "" for a module that is accepted and printed.
std::string refusal(const std::string& text) {
  backend::CodegenContext context;
  const auto module = backend::parse_affine(text, "test.mlir", context);
  if (!module) return module.errors().front().code + ":" + std::to_string(module.errors().front().at.line);
  const auto kernel = backend::emit_kernel(*module, "");
  return kernel ? "" : kernel.errors().front().code + ":" + std::to_string(kernel.errors().front().at.line);
}

/// "%7"
std::string value(int n) { return "%" + std::to_string(n); }

std::string function_of(const std::string& body) {
  return "func.func @f(%A: memref<8xf32>, %x: f32) {\n" + body + "\nreturn\n}\n";
}

std::string aliases(int times, const std::string& first, const std::function<std::string(const std::string&)>& next) {
  return "#a0 = " + first + "\n" + numbered(times, [&](int n) {
           return "#a" + std::to_string(n + 1) + " = " + next("#a" + std::to_string(n)) + "\n";
         });
}

}  // namespace

TEST_CASE("hostile text: what would exhaust the stack is refused") {
  constexpr int many = 1000000;
  for (const std::string& text : {repeat("[", many), repeat("module {", many / 10), repeat("tuple<", many),
                                  "#m = affine_map<(d0) -> (" + repeat("-", many) + "d0)>",
                                  "#m = affine_map<(d0) -> (" + repeat("d0 floordiv 3 + ", many / 100) + "d0)>",
                                  aliases(many / 100, "[1]", [](const std::string& a) { return "[" + a + "]"; }),
                                  aliases(many / 100, "loc(\"a\":1:1)", [](const std::string& a) {
                                    return "loc(callsite(" + a + " at " + a + "))";
                                  })}) {
    CAPTURE(text.substr(0, 60));
    CHECK(refusal(text).starts_with("bad-mlir:"));
  }
}

TEST_CASE("hostile text: what would take forever or all memory is refused") {
  const std::string digits(100000, '9');
  const auto names = [](int n) { return (n ? ",d" : "d") + std::to_string(n); };
  const auto twice = [](const std::string& a) { return "[" + a + ", " + a + "]"; };
  for (const std::string& text :
       {"func.func @f() attributes {a = " + digits + " : i64} { return }",
        "func.func @f(%a: memref<" + repeat("1x", 100000) + "f32>) { return }",
        "#m = affine_map<(" + numbered(20000, names) + ") -> (d0)>\n" + function_of(""),
        aliases(60, "[1]", twice) + function_of("affine.for %i = 0 to 8 {\n} {a = #a60}"), std::string(5 << 20, ' ')}) {
    CAPTURE(text.substr(0, 60));
    CHECK(refusal(text).starts_with("bad-mlir:"));
  }
}

TEST_CASE("hostile text: long is not hostile") {
  constexpr int many = 20000;
  const auto sum = [](int n) { return value(n + 1) + " = arith.addf " + value(n) + ", %x : f32\n"; };
  const auto doubling = [](int n) { return value(n + 1) + " = arith.addf " + value(n) + ", " + value(n) + " : f32\n"; };
  const std::string load = "%0 = affine.load %A[0] : memref<8xf32>\n";
  const std::string store = "affine.store " + value(many) + ", %A[0] : memref<8xf32>";
  CHECK(refusal(function_of(load + numbered(many, sum) + store)) == "");
  CHECK(refusal(function_of(load + numbered(many, doubling) + store)) == "");
  CHECK(refusal(function_of(numbered(100, [](int n) { return "affine.for %i" + std::to_string(n) + " = 0 to 8 {\n"; }) +
                            repeat("}\n", 100))) == "");
}

TEST_CASE("hostile text: names that are taken, or that the printer makes up, stay apart") {
  backend::CodegenContext context;
  const auto module = backend::parse_affine(
      "func.func @f(%A: memref<8xf32> {pom.name = \"t0\"}, %B: memref<8xf32> {pom.name = \"t0\"}) {\n"
      "  affine.for %i = 0 to 8 {\n    affine.for %j = 0 to 8 {\n      %0 = affine.load %A[%i] : memref<8xf32>\n"
      "      %1 = arith.addf %0, %0 : f32\n      affine.store %1, %B[%j] : memref<8xf32>\n"
      "    } {pom.name = \"i\", pom.label = \"l\"}\n  } {pom.name = \"i\", pom.label = \"l\"}\n  return\n}\n",
      "test.mlir", context);
  REQUIRE(module);
  const std::string kernel = *backend::emit_kernel(*module, "");
  CHECK(kernel.find("void f(float t0[8], float t0_1[8])") != kernel.npos);
  CHECK(kernel.find("l_1: for (int i_1 = 0; i_1 < 8; ++i_1)") != kernel.npos);
  CHECK(kernel.find("const float t0_2 = t0[i];\n      t0_1[i_1] = t0_2 + t0_2;") != kernel.npos);
}

TEST_CASE("hostile text: indices beyond int are computed in long long, beyond that refused") {
  const auto kernel_of = [](const std::string& index) {
    backend::CodegenContext context;
    const auto module = backend::parse_affine(
        function_of("affine.for %i = 0 to 8 {\naffine.store %x, %A[" + index + "] : memref<8xf32>\n}"), "test.mlir",
        context);
    const auto kernel = backend::emit_kernel(*module, "");
    return kernel ? *kernel : kernel.errors().front().code;
  };
  CHECK(kernel_of("(%i * 1000000000) mod 7").find("[(1000000000LL * i0) % 7]") != std::string::npos);
  CHECK(kernel_of("(%i * 1000000000 - 5) mod 7").find("[pom_mod_wide(1000000000LL * i0 - 5, 7)]") != std::string::npos);
  CHECK(kernel_of("(-%i) ceildiv 2").find("[-pom_floordiv(-(-i0), 2)]") != std::string::npos);
  CHECK(kernel_of("(%i * 3000000000000000000) mod 7") == "design-too-large");
  CHECK(kernel_of("%i mod 0") == "unsupported-op");
}
