#include "../../fuzz/oracle.hpp"
#include "../../fuzz/random_program.hpp"
#include "codegen/affine/affine_module.hpp"
#include "nest_fixture.hpp"

using namespace pom;

TEST_CASE("auto_DSE: on the fuzzer's programs every design is legal, fits, is no slower, and computes the same") {
  const std::uint64_t first_seed = 20261122;
  constexpr int programs = 60;
  backend::CodegenContext mlir;
  int valid = 0, changed = 0, foretold = 0;
  for (std::uint64_t seed = first_seed; seed < first_seed + programs; ++seed) {
    CAPTURE(seed);
    fuzz::Random random(seed);
    fuzz::Case made{seed, fuzz::random_program(random), {}};
    // Some of its programs read what nothing wrote, and are refused as they are.
    if (fuzz::judge(made, mlir).outcome != fuzz::Outcome::accepted) continue;
    ++valid;
    CAPTURE(fuzz::to_source(made));
    const dse::explore::Exploration found = test::explore(fuzz::record(made));
    test::check_design(found);
    for (const Directive& directive : found.schedule) made.schedule.push_back(directive.primitive);
    const fuzz::Judgement judged = fuzz::judge(made, mlir);
    CHECK(judged.outcome == fuzz::Outcome::accepted);
    for (const fuzz::Finding& finding : judged.findings) {
      CAPTURE(finding.kind);
      CAPTURE(finding.detail);
      CHECK_FALSE(fuzz::is_defect(finding));
    }
    changed += !found.schedule.empty();
    foretold += found.predicted == 0 || found.predicted == found.qor.latency_average;
  }
  MESSAGE("changed ", changed, ", latency foretold ", foretold, " of ", valid);
  CHECK(valid > programs * 2 / 3);
  CHECK(changed > valid / 2);
  CHECK(foretold * 10 > valid * 9);
}
