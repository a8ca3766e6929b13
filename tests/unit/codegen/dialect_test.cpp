#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace pom;

namespace {

/// A function over one array with attributes on the argument and on two nested loops.
std::string module_with(const std::string& argument, const std::string& outer, const std::string& inner) {
  return "module {\n  func.func @f(%A: memref<4x6xf32> {" + argument +
         "}) {\n    affine.for %i = 0 to 4 {\n      affine.for %j = 0 to 6 {\n        %0 = affine.load %A[%i, %j] : "
         "memref<4x6xf32>\n"
         "        affine.store %0, %A[%i, %j] : memref<4x6xf32>\n      } {" +
         inner + "}\n    } {" + outer + "}\n    return\n  }\n}\n";
}

}  // namespace

TEST_CASE("dialect: text parses back to the same module") {
  backend::CodegenContext context;
  const std::string text = test::module_text();
  const auto module = backend::parse_affine(text, "test.mlir", context);
  REQUIRE(module);
  CHECK(module->text() == text);
}

TEST_CASE("dialect: what the verifier accepts") {
  CHECK(test::refusal(module_with("pom.name = \"A\"", "pom.pipeline = #pom.pipeline<ii = 1>",
                                  "pom.unroll = #pom.unroll<full>")) == "");
  CHECK(test::refusal(module_with("pom.partition = [#pom.partition<dim = 2, complete, factor = 6>]",
                                  "pom.name = \"i\", pom.label = \"s_i\"", "pom.unroll = #pom.unroll<factor = 3>")) ==
        "");
}

TEST_CASE("dialect: what the verifier refuses, at its line") {
  const auto loop = [](const std::string& attribute) { return test::refusal(module_with("", "", attribute)); };
  const auto argument = [](const std::string& attribute) { return test::refusal(module_with(attribute, "", "")); };
  CHECK(loop("pom.pipeline = #pom.pipeline<ii = 0>") == "bad-mlir:7");
  CHECK(loop("pom.unroll = #pom.unroll<factor = -2>") == "bad-mlir:7");
  CHECK(loop("pom.pipeline = 1 : i32") == "bad-mlir:4");
  CHECK(loop("pom.pipelin = #pom.pipeline<ii = 1>") == "bad-mlir:4");
  CHECK(loop("pom.partition = []") == "bad-mlir:4");
  CHECK(test::refusal(module_with("", "pom.pipeline = #pom.pipeline<ii = 1>",
                                  "pom.pipeline = #pom.pipeline<ii = 1>")) == "bad-mlir:4");
  CHECK(argument("pom.partition = [#pom.partition<dim = 3, cyclic, factor = 2>]") == "bad-mlir:2");
  CHECK(argument("pom.partition = [#pom.partition<dim = 1, cyclic, factor = 5>]") == "bad-mlir:2");
  CHECK(
      argument(
          "pom.partition = [#pom.partition<dim = 1, block, factor = 2>, #pom.partition<dim = 1, block, factor = 2>]") ==
      "bad-mlir:2");
  CHECK(argument("pom.partition = [#pom.partition<dim = 1, diagonal, factor = 2>]") == "bad-mlir:2");
  CHECK(argument("pom.pipeline = #pom.pipeline<ii = 1>") == "bad-mlir:2");
  CHECK(argument("pom.interface = #pom.interface<carrier_pigeon>") == "bad-mlir:2");
}

TEST_CASE("dialect: an operation without a C++ form is named with its line") {
  const std::string text =
      "module {\n  func.func @f(%A: memref<4xf32>) {\n    affine.for %i = 0 to 4 {\n      %0 = affine.load %A[%i] : "
      "memref<4xf32>\n"
      "      %1 = math.cos %0 : f32\n      affine.store %1, %A[%i] : memref<4xf32>\n    }\n    return\n  }\n}\n";
  CHECK(test::refusal(text) == "unsupported-op:5");
}
