#include "../polyhedral/random_program.hpp"
#include "fixture.hpp"

using namespace pom;
using test::Transformed;

TEST_CASE("stage one: on random programs the result is legal, never worse, and complete") {
  const unsigned first_seed = 20261121;
  int changed = 0, loosened = 0;
  for (unsigned seed = first_seed; seed < first_seed + 300; ++seed) {
    CAPTURE(seed);
    test::RandomProgram generator(seed);
    const Transformed t([&] { generator.declare(); });
    // The legality test accepted it (else `Transformed` throws); this is an enumeration that does not know it.
    CHECK(test::keeps_all_conflicts(t.as_written, t.scheduled));
    CHECK(t.result.tight <= t.result.tight_as_written);
    CHECK(t.result.nests.size() == t.as_written.statements.size());
    changed += !t.result.directives.empty();
    loosened += t.result.tight < t.result.tight_as_written;
    for (const auto& one : dse::transform_alternatives(t.program.record(), t.as_written, t.dependences, t.options))
      CHECK(test::keeps_all_conflicts(t.as_written, t.apply(one.directives)));
  }
  MESSAGE("seeds ", first_seed, "…, changed ", changed, ", loosened ", loosened);
  CHECK(changed > 30);
  CHECK(loosened > 10);
}

namespace {

/// Whether two iterations of the loop, with all loops outside equal, touch one element, one of them writing it: by
/// enumeration.
bool carries_by_enumeration(const poly::Scop& scheduled, int statement, int level) {
  const auto& place = scheduled.statements[statement].position;
  for (std::size_t array = 0; array < scheduled.program->arrays.size(); ++array) {
    std::vector<test::Touch> inside;
    for (const test::Touch& touch : test::touches_in_order(scheduled, static_cast<int>(array))) {
      const auto& other = scheduled.statements[touch.statement];
      const bool shares = static_cast<int>(other.loops.size()) > level &&
                          std::equal(place.begin(), place.begin() + level + 1, other.position.begin());
      if (shares) inside.push_back(touch);
    }
    for (std::size_t a = 0; a < inside.size(); ++a) {
      for (std::size_t b = a + 1; b < inside.size(); ++b) {
        bool carried = (inside[a].writes || inside[b].writes) && inside[a].element == inside[b].element &&
                       inside[a].iteration(level) != inside[b].iteration(level);
        for (int outer = 0; outer < level && carried; ++outer)
          carried = inside[a].iteration(outer) == inside[b].iteration(outer);
        if (carried) return true;
      }
    }
  }
  return false;
}

}  // namespace

TEST_CASE("nest info: a loop said to be parallel carries nothing, by enumeration") {
  int parallel = 0, carrying = 0, claimed_less = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    test::RandomProgram generator(seed);
    const Transformed t([&] { generator.declare(); });
    for (const dse::NestInfo& nest : t.result.nests) {
      for (int level = 0; level < static_cast<int>(nest.loops.size()); ++level) {
        const bool carries = carries_by_enumeration(t.scheduled, nest.statement, level);
        if (nest.loops[level].parallel) CHECK_FALSE(carries);
        claimed_less += !nest.loops[level].parallel && !carries;
        ++(carries ? carrying : parallel);
      }
    }
  }
  MESSAGE(parallel, " parallel loops, ", carrying, " carrying, ", claimed_less, " parallel but not found so");
  CHECK(parallel > 50);
  CHECK(carrying > 50);
  CHECK(claimed_less * 10 < parallel);
}
