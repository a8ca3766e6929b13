#include <map>
#include <optional>

#include "../polyhedral/random_program.hpp"
#include "fixture.hpp"

using namespace pom;
using test::Transformed;

TEST_CASE("stage one: on random programs the result is legal, never worse, and complete") {
  const unsigned first_seed = 20261121;
  int changed = 0, loosened = 0;
  double slowest = 0;
  for (unsigned seed = first_seed; seed < first_seed + 150; ++seed) {
    CAPTURE(seed);
    test::RandomProgram generator(seed);
    const Transformed t([&] { generator.declare(); });
    // The legality test accepted it (else `Transformed` throws); this is an enumeration that does not know it.
    CHECK(test::keeps_all_conflicts(t.as_written, t.scheduled));
    CHECK(t.result.tight <= t.result.tight_as_written);
    CHECK(t.result.nests.size() == t.as_written.statements.size());
    changed += !t.result.directives.empty();
    slowest = std::max(slowest, t.milliseconds);
    loosened += t.result.tight < t.result.tight_as_written;
    if (seed % 4 != 0) continue;
    for (const auto& one :
         dse::transform::transform_alternatives(t.program.record(), t.as_written, t.graph(), t.options))
      CHECK(test::keeps_all_conflicts(t.as_written, t.apply(one.directives)));
  }
  MESSAGE("seeds ", first_seed, "…, changed ", changed, ", loosened ", loosened, ", slowest ", slowest, " ms");
  CHECK(changed > 20);
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

/// The least number of iterations of the loop from a write to the next use of the element (a read before the next
/// write, or that write), with all loops outside equal; nothing: there is no such pair.
std::optional<std::int64_t> least_wait(const poly::Scop& scheduled, int statement, int level) {
  const auto& place = scheduled.statements[statement].position;
  const auto shares = [&](const test::Touch& touch) {
    const auto& other = scheduled.statements[touch.statement];
    return static_cast<int>(other.loops.size()) > level &&
           std::equal(place.begin(), place.begin() + level + 1, other.position.begin());
  };
  std::optional<std::int64_t> least;
  for (std::size_t array = 0; array < scheduled.program->arrays.size(); ++array) {
    std::map<std::vector<std::int64_t>, test::Touch> last_write;
    for (const test::Touch& touch : test::touches_in_order(scheduled, static_cast<int>(array))) {
      const auto write = last_write.find(touch.element);
      bool carried = write != last_write.end() && shares(touch) && shares(write->second);
      for (int outer = 0; outer < level && carried; ++outer)
        carried = touch.iteration(outer) == write->second.iteration(outer);
      if (carried && touch.iteration(level) > write->second.iteration(level)) {
        const std::int64_t wait = touch.iteration(level) - write->second.iteration(level);
        least = std::min(least.value_or(wait), wait);
      }
      if (touch.writes) last_write[touch.element] = touch;
    }
  }
  return least;
}

}  // namespace

TEST_CASE("nest info: a loop said to be parallel carries nothing, by enumeration") {
  int parallel = 0, carrying = 0, claimed_less = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    test::RandomProgram generator(seed);
    const Transformed t([&] { generator.declare(); });
    for (const dse::transform::NestInfo& nest : t.result.nests) {
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

TEST_CASE("nest info: the distance of a loop is the least wait between its iterations, by enumeration") {
  int exact = 0, nearer = 0, none = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    test::RandomProgram generator(seed);
    const Transformed t([&] { generator.declare(); });
    for (const dse::transform::NestInfo& nest : t.result.nests) {
      for (int level = 0; level < static_cast<int>(nest.loops.size()); ++level) {
        const auto least = least_wait(t.scheduled, nest.statement, level);
        const auto claimed = nest.loops[level].distance;
        none += !least && !claimed;
        if (!least) continue;
        CHECK(claimed.value_or(0) >= 1);
        CHECK(claimed.value_or(0) <= *least);
        ++(claimed == least ? exact : nearer);
      }
    }
  }
  MESSAGE(exact, " exact distances, ", nearer, " claimed nearer than they are, ", none, " loops without");
  CHECK(exact > 100);
  CHECK(nearer * 10 < exact);
}
