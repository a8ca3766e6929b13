#pragma once
#include <pom/pom.hpp>

#include "codegen/affine/text/parse_affine.hpp"
#include "codegen/hls/kernel.hpp"
#include "driver/pipeline/pipeline.hpp"

namespace pom::test {

/// A tiled, pipelined and partitioned product as affine text.
inline std::string module_text() {
  function program("product");
  program.scope([] {
    var i("i", 0, 8), j("j", 0, 8), k("k", 0, 8);
    placeholder A("A", {8, 8}), B("B", {8, 8}), C("C", {8, 8}, p_uint8);
    constant alpha("alpha", p_float32);
    compute s("s", {k, i, j}, A(i, j) + alpha * B(i, k) * C(k, j), A(i, j));
    s.tile(i, j, 2, 4).pipeline(2, 1).unroll(3, 2).unroll(4, -1);
    A.partition({2, 4}, {"cyclic", "block"});
    B.partition({1, 8}, "complete");
  });
  StageDump silent({});
  return driver::run_pipeline(program.record(), silent)->module->text();
}

/// "code:line" of the refusal, "" for a module that is accepted and printed.
inline std::string refusal(const std::string& text) {
  backend::CodegenContext context;
  const auto module = backend::parse_affine(text, "test.mlir", context);
  if (!module) return module.errors().front().code + ":" + std::to_string(module.errors().front().at.line);
  const auto kernel = backend::emit_kernel(*module, "");
  return kernel ? "" : kernel.errors().front().code + ":" + std::to_string(kernel.errors().front().at.line);
}

}  // namespace pom::test
