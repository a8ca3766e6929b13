#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace pom;

namespace kernel_tests {

namespace {

std::string kernel_of(const std::string& text) {
  backend::CodegenContext context;
  const auto module = backend::parse_affine(text, "test.mlir", context);
  return *backend::emit_kernel(*module, "f.h");
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("kernel: each decision is one pragma in the vendor's form, at its place") {
  const std::string kernel = kernel_of(test::module_text());
  CHECK(contains(kernel,
                 "void product(float alpha, float A[8][8], float B[8][8], uint8_t C[8][8]) {\n#pragma HLS interface "
                 "mode=ap_memory port=A\n"));
  CHECK(contains(kernel,
                 "#pragma HLS array_partition variable=A type=cyclic factor=2 dim=1\n#pragma HLS array_partition "
                 "variable=A type=block factor=4 dim=2\n"));
  CHECK(contains(kernel, "#pragma HLS array_partition variable=B type=complete dim=2\n"));
  CHECK(contains(kernel, "s_j_0: for (int j_0 = 0; j_0 < 2; ++j_0) {\n#pragma HLS pipeline II=1\n"));
  CHECK(contains(kernel, "s_i_1: for (int i_1 = 0; i_1 < 2; ++i_1) {\n#pragma HLS unroll factor=2\n"));
  CHECK(contains(kernel, "s_j_1: for (int j_1 = 0; j_1 < 4; ++j_1) {\n#pragma HLS unroll\n"));
}

TEST_CASE("kernel: statements read as the user wrote them") {
  CHECK(contains(kernel_of(test::module_text()),
                 "A[2 * i_0 + i_1][4 * j_0 + j_1] = A[2 * i_0 + i_1][4 * j_0 + j_1] + alpha * B[2 * i_0 + i_1][k] * "
                 "(float)C[k][4 * j_0 + j_1];"));
}

TEST_CASE("kernel: a load is not moved behind a store that may change it") {
  const std::string kernel = kernel_of(
      "module {\n  func.func @f(%A: memref<9xf32>, %B: memref<9xf32>) {\n    affine.for %i = 0 to 8 {\n      %0 = "
      "affine.load %A[%i] : memref<9xf32>\n"
      "      %1 = affine.load %B[%i] : memref<9xf32>\n      affine.store %1, %A[%i] : memref<9xf32>\n"
      "      affine.store %0, %B[%i] : memref<9xf32>\n    }\n    return\n  }\n}\n");
  CHECK(contains(kernel, "const float t0 = arg0[i0];\n    arg0[i0] = arg1[i0];\n    arg1[i0] = t0;\n"));
}

TEST_CASE("kernel: guards and bounds with min and max") {
  const std::string kernel = kernel_of(
      "#set = affine_set<(d0, d1) : (d0 - d1 - 1 >= 0, d1 - 2 == 0)>\nmodule {\n  func.func @f(%A: memref<9x9xf32>) "
      "{\n    affine.for %i = 0 to 9 {\n"
      "      affine.for %j = max affine_map<(d0) -> (0, d0 - 3)>(%i) to min affine_map<(d0) -> (9, d0 + 4)>(%i) {\n"
      "        affine.if #set(%i, %j) {\n          %0 = affine.load %A[%i floordiv 2, (%j - 4) mod 3] : "
      "memref<9x9xf32>\n"
      "          affine.store %0, %A[%i, %j] : memref<9x9xf32>\n        }\n      }\n    }\n    return\n  }\n}\n");
  CHECK(contains(kernel, "for (int i1 = pom_max(0, i0 - 3); i1 < pom_min(9, i0 + 4); ++i1) {"));
  CHECK(contains(kernel, "if (i0 >= i1 + 1 && i1 == 2) {"));
  CHECK(contains(kernel, "arg0[i0][i1] = arg0[i0 / 2][pom_mod(i1 - 4, 3)];"));
}

namespace {

/// One statement over A (signed), B (unsigned) and a narrow number n.
std::string value_of(const std::string& operations) {
  const std::string kernel = kernel_of(
      "module {\n  func.func @f(%A: memref<9xi32>, %B: memref<9xi32> {pom.unsigned}, %n: i8) {\n    affine.for %i = 0 "
      "to "
      "9 {\n      %a = affine.load %A[%i] : memref<9xi32>\n      %b = affine.load %B[%i] : memref<9xi32>\n"
      "      %m = arith.constant -1 : i32\n      %c = arith.constant 3 : i32\n" +
      operations + "\n      affine.store %x, %A[%i] : memref<9xi32>\n    }\n    return\n  }\n}\n");
  const std::size_t start = kernel.rfind("arg0[i0] = ") + 11;
  return kernel.substr(start, kernel.find(';', start) - start);
}

}  // namespace

namespace {

/// Reads `A[i - 1]`, of use where the condition holds, and computes `value` from it as %3.
std::string module_inside(const std::string& value) {
  return "module {\n  func.func @f(%A: memref<9xi32>, %B: memref<9xi32>) {\n    %zero = arith.constant 0 : i32\n"
         "    affine.for %i = 0 to 9 {\n      %n = affine.apply affine_map<(d0) -> (d0)>(%i)\n"
         "      %m = arith.index_cast %n : index to i32\n      %0 = arith.cmpi sgt, %m, %zero : i32\n"
         "      %before = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)\n"
         "      %1 = \"pom.inside\"(%before) {extent = 9 : i64, choices = 1 : i64} : (index) -> index\n"
         "      %2 = memref.load %A[%1] : memref<9xi32>\n" +
         value + "      affine.store %3, %B[%i] : memref<9xi32>\n    }\n    return\n  }\n}\n";
}

}  // namespace

TEST_CASE("kernel: an element that only a choice uses is read in its arm, at the index as written") {
  CHECK(contains(kernel_of(module_inside("      %3 = arith.select %0, %2, %zero : i32\n")), "? arg0[i0 - 1] : 0;"));
}

TEST_CASE("kernel: an element that is read in front of the choice has its index clamped") {
  const std::string twice =
      kernel_of(module_inside("      %4 = arith.muli %2, %2 : i32\n      %3 = arith.select %0, %4, %zero : i32\n"));
  CHECK(contains(twice, "t0 = arg0[pom_min(pom_max(i0 - 1, 0), 8)];"));
}

TEST_CASE("kernel: what may leave a signed type is computed without a sign") {
  CHECK(value_of("%x = arith.addi %a, %c : i32") == "(uint32_t)arg0[i0] + 3u");
  CHECK(value_of("%x = arith.addi %a, %c overflow<nsw> : i32") == "arg0[i0] + 3");
  CHECK(value_of("%y = arith.muli %a, %c : i32\n%x = arith.subi %y, %b : i32") == "(uint32_t)arg0[i0] * 3u - arg1[i0]");
  CHECK(value_of("%z = arith.constant 0 : i32\n%x = arith.subi %z, %a : i32") == "-(uint32_t)arg0[i0]");
  CHECK(value_of("%y = arith.addi %a, %c : i32\n%x = arith.shrsi %y, %c : i32") ==
        "(int32_t)((uint32_t)arg0[i0] + 3u) >> 3");
}

TEST_CASE("kernel: bits of arith in C++, with its promotions") {
  CHECK(value_of("%x = arith.andi %a, %b : i32") == "arg0[i0] & arg1[i0]");
  CHECK(value_of("%x = arith.xori %a, %m : i32") == "~arg0[i0]");
  CHECK(value_of("%x = arith.ori %b, %m : i32") == "arg1[i0] | 4294967295u");
  CHECK(value_of("%y = arith.xori %a, %b : i32\n%x = arith.ori %y, %c : i32") == "(arg0[i0] ^ arg1[i0]) | 3u");
  CHECK(value_of("%x = arith.shrsi %a, %c : i32") == "arg0[i0] >> 3");
  CHECK(value_of("%x = arith.shrsi %b, %c : i32") == "(int32_t)arg1[i0] >> 3");
  CHECK(value_of("%x = arith.shrui %a, %c : i32") == "(uint32_t)arg0[i0] >> 3");
  CHECK(value_of("%w = arith.extui %n : i8 to i32\n%x = arith.shli %a, %w : i32") ==
        "(uint32_t)arg0[i0] << (uint8_t)arg2");
  CHECK(value_of("%x = arith.shli %a, %c overflow<nsw, nuw> : i32") == "arg0[i0] << 3");
  CHECK(value_of("%w = arith.extsi %n : i8 to i32\n%x = arith.shli %m, %w : i32") == "(uint32_t)-1 << arg2");
  CHECK(value_of("%t = arith.trunci %a : i32 to i8\n%s = arith.shli %t, %n : i8\n%x = arith.extsi %s : i8 to i32") ==
        "(int8_t)(uint8_t)((uint8_t)(int8_t)arg0[i0] << arg2)");
  CHECK(value_of("%s = arith.shrui %n, %n : i8\n%x = arith.extui %s : i8 to i32") ==
        "(uint8_t)((uint8_t)arg2 >> arg2)");
}

}  // namespace kernel_tests
