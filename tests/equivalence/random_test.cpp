#include <doctest/doctest.h>

#include "../unit/polyhedral/random_program.hpp"
#include "codegen/execute/jit.hpp"
#include "execution.hpp"
#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/analysis/legality.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"

using namespace pom;

namespace {

/// A random program under its schedule, legal or not: the legality test is asked, but not obeyed.
struct Outcome {
  bool applicable = false, legal = false, same_memory = false;
};

Outcome run_untested(unsigned seed) {
  test::RandomProgram generator(seed);
  function program("f");
  program.scope([&] { generator.declare(); });
  poly::IslContext isl;
  const poly::Scop as_written = poly::extract_scop(program.record(), isl);
  poly::Scop scop = as_written;
  for (const Directive& directive : program.schedule()) {
    if (poly::apply_directive(scop, directive)) return {};
  }
  const auto loops = poly::generate_loops(scop);
  if (!loops) return {};
  Outcome outcome{true, !poly::first_violated_dependence(scop, poly::analyze_dependences(as_written)), false};
  backend::CodegenContext mlir;
  dsl::Memory expected = dsl::make_memory(*program.record(), seed), actual = expected;
  dsl::interpret(*program.record(), expected);
  backend::run_affine(*backend::lower_to_affine(*loops, mlir), *program.record(), actual);
  outcome.same_memory = expected == actual;
  return outcome;
}

}  // namespace

TEST_CASE("random schedules: what is accepted computes the same memory, what is refused mostly would not") {
  const unsigned first_seed = 20260501;
  int accepted = 0, refused = 0, refused_and_different = 0;
  for (unsigned seed = first_seed; seed < first_seed + 400; ++seed) {
    CAPTURE(seed);
    const Outcome outcome = run_untested(seed);
    if (!outcome.applicable) continue;
    if (outcome.legal) {
      ++accepted;
      CHECK(outcome.same_memory);
    } else {
      ++refused;
      refused_and_different += outcome.same_memory ? 0 : 1;
    }
  }
  MESSAGE("seeds ", first_seed, "…: accepted ", accepted, ", refused ", refused, ", of these with another memory ",
          refused_and_different);
  CHECK(accepted >= 50);
  CHECK(refused >= 15);
  // A violated dependence need not change a value (a value may be written twice); mostly it does.
  CHECK(2 * refused_and_different > refused);
}

TEST_CASE("random schedules: accepted ones agree in all three executions") {
  int executed = 0;
  for (unsigned seed = 20260501; seed < 20260501 + 400 && executed < 25; ++seed) {
    CAPTURE(seed);
    test::RandomProgram generator(seed);
    std::unique_ptr<driver::Compilation> made;
    try {
      made = test::compile([&] { generator.declare(); });
    } catch (const CompileError&) {
      continue;
    }
    ++executed;
    CHECK(driver::execute_and_compare(*made).agreed);
  }
  CHECK(executed == 25);
}
