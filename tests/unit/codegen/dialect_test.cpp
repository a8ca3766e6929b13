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
  CHECK(loop("pom.flatten_off = 1 : i32") == "bad-mlir:4");
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

namespace {

/// A function that loads A[…] in a loop over l, from words of four elements.
std::string words_with(const std::string& lanes, const std::string& index, const std::string& end) {
  return "module {\n  func.func @f(%A: memref<2x8xf32> {pom.lanes = " + lanes +
         "}, %B: memref<4xf32>) {\n    affine.for %i = 0 to 2 {\n      affine.for %l = 0 to " + end +
         " {\n        %0 = affine.load %A[" + index +
         "] : memref<2x8xf32>\n        affine.store %0, %B[%l] : memref<4xf32>\n      }\n    }\n    return\n  }\n}\n";
}

}  // namespace

TEST_CASE("dialect: all accesses to an array of words take whole words") {
  CHECK(test::refusal(words_with("4 : i64", "0, 4 * %i + %l", "4")) == "");
  CHECK(test::refusal(words_with("4 : i64", "%i, %l + 4", "4")) == "");
  CHECK(test::refusal(words_with("4 : i64", "%i, %l + 1", "4")) == "bad-mlir:5");
  CHECK(test::refusal(words_with("4 : i64", "%i, 2 * %l", "4")) == "bad-mlir:5");
  CHECK(test::refusal(words_with("4 : i64", "%l, %l + 4", "4")) == "bad-mlir:5");
  CHECK(test::refusal(words_with("4 : i64", "0, %l", "3")) == "bad-mlir:5");
  CHECK(test::refusal(words_with("3 : i64", "0, %l", "3")) == "bad-mlir:2");
  CHECK(test::refusal(words_with("1 : i64", "0, %l", "1")) == "bad-mlir:2");
}

TEST_CASE("dialect: as many elements of a word come from each of an array's ports") {
  const auto ports = [](const std::string& count) {
    return test::refusal(words_with("4 : i64, pom.ports = " + count, "%i, %l + 4", "4"));
  };
  CHECK(ports("2 : i64") == "");
  CHECK(ports("3 : i64") == "bad-mlir:2");
  CHECK(ports("1 : i64") == "bad-mlir:2");
  CHECK(ports("2 : i32") == "bad-mlir:2");
}

namespace {

/// A loop whose body is a dataflow of these calls, of functions that read or write their array.
std::string region_with(const std::string& calls, const std::string& more = "") {
  const auto routine = [](const std::string& name, const std::string& from, const std::string& to) {
    return "  func.func private @" + name +
           "(%A: memref<4xf32>, %T: memref<4xf32>) {\n    affine.for %i = 0 to 4 {\n      %0 = affine.load %" + from +
           "[%i] : memref<4xf32>\n      affine.store %0, %" + to + "[%i] : memref<4xf32>\n    }\n    return\n  }\n";
  };
  return "module {\n" + routine("load", "A", "T") + routine("work", "T", "A") +
         "  func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) {\n    affine.for %t = 0 to 8 {\n"
         "      %T = memref.alloc() : memref<4xf32>\n" +
         calls + "      memref.dealloc %T : memref<4xf32>\n    } {pom.dataflow" + more + "}\n    return\n  }\n}\n";
}

std::string call(const std::string& routine, const std::string& arguments) {
  return "      func.call @" + routine + "(" + arguments + ") : (memref<4xf32>, memref<4xf32>) -> ()\n";
}

}  // namespace

TEST_CASE("dialect: a loop that is a dataflow has local arrays, each written by one call and read behind it") {
  const std::string load = call("load", "%A, %T"), work = call("work", "%B, %T");
  CHECK(test::refusal(region_with(load + work)) == "");
  CHECK(test::refusal(region_with(load + work + work)) == "");
  CHECK(test::refusal(region_with(load + load + work)) == "bad-mlir:17");
  CHECK(test::refusal(region_with(work + load)) == "bad-mlir:17");
  CHECK(test::refusal(region_with(load + "      %0 = affine.load %T[0] : memref<4xf32>\n" + work)) == "bad-mlir:17");
  CHECK(test::refusal(region_with(load + work, ", pom.pipeline = #pom.pipeline<ii = 1>")) == "bad-mlir:17");
  CHECK(test::refusal(region_with(load + work, ", pom.unroll = #pom.unroll<factor = 2>")) == "bad-mlir:17");
}

namespace {

/// A function with attributes, a local array with attributes, an operation with attributes.
std::string routine_with(const std::string& function, const std::string& local, const std::string& operation) {
  return "module {\n  func.func @f(%A: memref<4xf32>) attributes {" + function + "} {\n    %T = memref.alloc() {" +
         local +
         "} : memref<4xf32>\n    affine.for %i = 0 to 4 {\n      %0 = affine.load %A[%i] : memref<4xf32>\n"
         "      %1 = arith.mulf %0, %0 {" +
         operation + "} : f32\n      affine.store %1, %T[%i] : memref<4xf32>\n    }\n    return\n  }\n}\n";
}

}  // namespace

TEST_CASE("dialect: what the verifier accepts on functions, local arrays and operations") {
  CHECK(test::refusal(routine_with("pom.top, pom.dataflow, pom.inline_off, pom.interface = #pom.interface<s_axilite, "
                                   "bundle = \"control\">",
                                   "pom.name = \"T\", pom.storage = #pom.storage<\"fifo\", \"srl\", latency = 2>, "
                                   "pom.stream = #pom.stream<depth = 4>",
                                   "pom.bind_op = #pom.bind_op<\"fmul\", \"maxdsp\", latency = 3>")) == "");
  CHECK(test::refusal(
            module_with("pom.reshape = [#pom.partition<dim = 1, block, factor = 2>]", "",
                        "pom.dependence = [#pom.dependence<\"arg0\", none>, #pom.dependence<\"arg0\", no_flow>, "
                        "#pom.dependence<\"arg0\", distance = 2>]")) == "");
}

TEST_CASE("dialect: what the verifier refuses of the hardware primitives, at its line") {
  const auto function = [](const std::string& attribute) { return test::refusal(routine_with(attribute, "", "")); };
  const auto local = [](const std::string& attribute) { return test::refusal(routine_with("", attribute, "")); };
  const auto operation = [](const std::string& attribute) { return test::refusal(routine_with("", "", attribute)); };
  const auto loop = [](const std::string& attribute) { return test::refusal(module_with("", "", attribute)); };
  const auto argument = [](const std::string& attribute) { return test::refusal(module_with(attribute, "", "")); };

  CHECK(function("pom.dataflow = 1 : i32") == "bad-mlir:2");
  CHECK(function("pom.inline_off = \"yes\"") == "bad-mlir:2");
  CHECK(function("pom.top = 1 : i32") == "bad-mlir:2");
  CHECK(function("pom.interface = \"s_axilite\"") == "bad-mlir:2");
  CHECK(function("pom.stream = #pom.stream<depth = 2>") == "bad-mlir:2");
  CHECK(loop("pom.dataflow") == "bad-mlir:4");
  CHECK(loop("pom.inline_off") == "bad-mlir:4");

  CHECK(local("pom.stream = #pom.stream<depth = 0>") == "bad-mlir:3");
  CHECK(local("pom.stream = 4 : i32") == "bad-mlir:3");
  CHECK(local("pom.storage = #pom.storage<\"ram 2p\", \"bram\">") == "bad-mlir:3");
  CHECK(local("pom.storage = #pom.storage<\"ram_2p\", \"\">") == "bad-mlir:3");
  CHECK(local("pom.storage = #pom.storage<\"ram_2p\", \"bram\", latency = -2>") == "bad-mlir:3");
  CHECK(local("pom.reshape = [#pom.partition<dim = 2, cyclic, factor = 2>]") == "bad-mlir:3");
  CHECK(local("pom.reshape = #pom.partition<dim = 1, cyclic, factor = 2>") == "bad-mlir:3");
  CHECK(local("pom.interface = #pom.interface<ap_memory>") == "bad-mlir:3");
  CHECK(local("pom.bind_op = #pom.bind_op<\"fmul\", \"maxdsp\">") == "bad-mlir:3");

  CHECK(operation("pom.bind_op = #pom.bind_op<\"fmul variable=x\", \"maxdsp\">") == "bad-mlir:6");
  CHECK(operation("pom.bind_op = #pom.bind_op<\"fmul\", \"maxdsp\", latency = -2>") == "bad-mlir:6");
  CHECK(operation("pom.bind_op = \"maxdsp\"") == "bad-mlir:6");
  CHECK(operation("pom.stream = #pom.stream<depth = 2>") == "bad-mlir:6");

  CHECK(loop("pom.dependence = #pom.dependence<\"A\", none>") == "bad-mlir:4");
  CHECK(loop("pom.dependence = [\"A\"]") == "bad-mlir:4");
  CHECK(loop("pom.dependence = [#pom.dependence<\"A\", distance>]") == "bad-mlir:7");
  CHECK(loop("pom.dependence = [#pom.dependence<\"A\", distance = 1>]") == "bad-mlir:7");
  CHECK(loop("pom.dependence = [#pom.dependence<\"A\", none = 4>]") == "bad-mlir:7");
  CHECK(loop("pom.dependence = [#pom.dependence<\"A type\", none>]") == "bad-mlir:7");
  CHECK(argument("pom.dependence = [#pom.dependence<\"A\", none>]") == "bad-mlir:2");
  CHECK(argument("pom.storage = \"ram_2p\"") == "bad-mlir:2");
}

TEST_CASE("dialect: an operation without a C++ form is named with its line") {
  const std::string text =
      "module {\n  func.func @f(%A: memref<4xf32>) {\n    affine.for %i = 0 to 4 {\n      %0 = affine.load %A[%i] : "
      "memref<4xf32>\n"
      "      %1 = math.exp2 %0 : f32\n      affine.store %1, %A[%i] : memref<4xf32>\n    }\n    return\n  }\n}\n";
  CHECK(test::refusal(text) == "unsupported-op:5");
}

TEST_CASE("dialect: a shift by a number outside the width has no C++ form") {
  const auto shifted = [](const std::string& amount) {
    return test::refusal("module {\n  func.func @f(%A: memref<4xi32>) {\n    %n = arith.constant " + amount +
                         " : i32\n    affine.for %i = 0 to 4 {\n      %0 = affine.load %A[%i] : memref<4xi32>\n"
                         "      %1 = arith.shli %0, %n : i32\n      affine.store %1, %A[%i] : memref<4xi32>\n    }\n   "
                         " return\n  }\n}\n");
  };
  CHECK(shifted("31") == "");
  CHECK(shifted("32") == "unsupported-op:6");
  CHECK(shifted("-1") == "unsupported-op:6");
}

TEST_CASE("dialect: bits of numbers have one format, shifts that of their left operand") {
  const auto number = [](const std::string& kind, const std::string& formats, const std::string& types) {
    return test::refusal(
        "module {\n  func.func @f(%A: memref<4xi12>, %n: i5) {\n    affine.for %i = 0 to 4 {\n"
        "      %a = affine.load %A[%i] : memref<4xi12>\n      %x = \"pom.number\"(%a, " +
        std::string(kind == "shl" ? "%n" : "%a") + ") {kind = \"" + kind + "\", formats = [" + formats +
        "]} : " + types + "\n      affine.store %x, %A[%i] : memref<4xi12>\n    }\n    return\n  }\n}\n");
  };
  const std::string u12 = "#pom.format<uint, 12>", s12 = "#pom.format<sint, 12>", u5 = "#pom.format<uint, 5>";
  CHECK(number("bit_and", u12 + ", " + u12 + ", " + u12, "(i12, i12) -> i12") == "");
  CHECK(number("bit_and", u12 + ", " + s12 + ", " + u12, "(i12, i12) -> i12") == "bad-mlir:5");
  CHECK(number("shl", s12 + ", " + u5 + ", " + s12, "(i12, i5) -> i12") == "");
  CHECK(number("shl", s12 + ", " + u5 + ", " + u12, "(i12, i5) -> i12") == "bad-mlir:5");
}

TEST_CASE("dialect: an index that a choice keeps inside has an element to lie at, and a choice") {
  const auto inside = [](int extent, int choices) {
    return test::refusal(
        "module {\n  func.func @f(%A: memref<4xi32>) {\n    affine.for %i = 0 to 4 {\n"
        "      %0 = affine.apply affine_map<(d0) -> (d0)>(%i)\n      %1 = \"pom.inside\"(%0) {extent = " +
        std::to_string(extent) + " : i64, choices = " + std::to_string(choices) +
        " : i64} : (index) -> index\n      %2 = memref.load %A[%1] : memref<4xi32>\n"
        "      affine.store %2, %A[%i] : memref<4xi32>\n    }\n    return\n  }\n}\n");
  };
  CHECK(inside(4, 1) == "");
  CHECK(inside(0, 1) == "bad-mlir:5");
  CHECK(inside(4, 0) == "bad-mlir:5");
}
