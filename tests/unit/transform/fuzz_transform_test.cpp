#include "../../fuzz/brute_force.hpp"
#include "../../fuzz/random_program.hpp"
#include "fixture.hpp"

using namespace pom;
using test::Transformed;

TEST_CASE("stage one: on the fuzzer's programs, with guards and imperfect nests, every conflict keeps its order") {
  const std::uint64_t first_seed = 20261121;
  int changed = 0, loosened = 0, left = 0;
  double slowest = 0;
  for (std::uint64_t seed = first_seed; seed < first_seed + 300; ++seed) {
    CAPTURE(seed);
    fuzz::Random random(seed);
    const fuzz::ProgramSpec program = fuzz::random_program(random);
    const Transformed t([&] { fuzz::declare(program); });
    const fuzz::Instances instances(*t.as_written.program);
    const fuzz::Ranks ranks = fuzz::rank_instances(instances, t.scheduled);
    CHECK(ranks.error == "");
    CHECK_FALSE(fuzz::find_violated_pair(instances, ranks, {}));
    CHECK(t.result.tight <= t.result.tight_as_written);
    changed += !t.result.directives.empty();
    loosened += t.result.tight < t.result.tight_as_written;
    left += t.result.tight;
    slowest = std::max(slowest, t.milliseconds);
  }
  MESSAGE("seeds ", first_seed, "…, changed ", changed, ", loosened ", loosened, ", statements still tight ", left,
          ", slowest ", slowest, " ms");
  CHECK(changed > 30);
  CHECK(loosened > 10);
}
