#include "dse/explore/programs/ledger.hpp"

#include "nest_fixture.hpp"

using namespace pom;

namespace ledger_tests {

TEST_CASE("ledger: a search without a result ended early if the time did") {
  dse::explore::ExploreOptions options;
  dse::explore::Exploration best;
  best.exhaustive = true;
  dse::explore::SearchLedger in_time(options, test::small_target());
  in_time.add(best);
  in_time.drop(Diagnostic{});
  CHECK(in_time.close(best).exhaustive);
  CHECK_FALSE(in_time.close(best).ended_early);
  options.seconds = -1;
  dse::explore::SearchLedger late(options, test::small_target());
  late.add(best);
  CHECK(late.close(best).exhaustive);
  late.drop(Diagnostic{});
  CHECK_FALSE(late.close(best).exhaustive);
  CHECK(late.close(best).ended_early);
}

}  // namespace ledger_tests
