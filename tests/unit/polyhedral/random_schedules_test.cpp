#include <doctest/doctest.h>

#include "brute_force.hpp"
#include "fixture.hpp"
#include "random_program.hpp"

using namespace pom;

namespace {

/// The schedule's scop whether legal or not; nothing when a local precondition refuses a directive.
std::optional<poly::Scop> apply_untested(const test::Compiled& program) {
  poly::Scop scop = program.as_written;
  for (const Directive& directive : program.program.schedule()) {
    if (poly::apply_directive(scop, directive)) return std::nullopt;
  }
  return scop;
}

}  // namespace

TEST_CASE("legality: agrees with brute force over all pairs of instances on random programs and schedules") {
  const unsigned first_seed = 20260101;
  int accepted = 0, refused = 0;
  for (unsigned seed = first_seed; seed < first_seed + 600; ++seed) {
    CAPTURE(seed);
    test::RandomProgram generator(seed);
    const test::Compiled program([&] { generator.declare(); });
    const auto scop = apply_untested(program);
    if (!scop) continue;
    const bool legal = !poly::first_violated_dependence(*scop, program.dependences);
    CHECK(legal == test::keeps_all_conflicts(program.as_written, *scop));
    CHECK(program.refusal().empty() == legal);
    ++(legal ? accepted : refused);
  }
  MESSAGE("seeds ", first_seed, "…, accepted ", accepted, ", refused ", refused);
  CHECK(accepted > 20);
  CHECK(refused > 20);
}
