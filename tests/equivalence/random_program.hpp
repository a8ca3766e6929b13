#pragma once
#include <doctest/doctest.h>

#include "codegen/execute/jit.hpp"
#include "execution.hpp"

namespace pom::test {

/// Compiles a random program and checks that its affine module computes what the program as written does, from inputs of
/// the seed. Null after a failed check: the program was refused.
inline std::unique_ptr<driver::Compilation> compile_random(const std::function<void()>& declare,
                                                           const Hardware& hardware, unsigned seed) {
  std::unique_ptr<driver::Compilation> made;
  try {
    made = compile(declare, hardware);
  } catch (const CompileError& error) {
    FAIL_CHECK(std::string(error.what()));
    return made;
  }
  dsl::Memory expected = dsl::make_memory(*made->program, seed), actual = expected;
  dsl::interpret(*made->program, expected);
  backend::run_affine(*made->module, *made->program, actual);
  for (const int array : made->program->array_arguments()) CHECK((actual.arrays[array] == expected.arrays[array]));
  return made;
}

}  // namespace pom::test
