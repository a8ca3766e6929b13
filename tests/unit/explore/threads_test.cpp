#include "fixture.hpp"

#include <stdexcept>

#include "support/parallel.hpp"

using namespace pom;

TEST_CASE("threads: their number changes neither the design nor anything that is reported of it") {
  DseOptions options = test::silent();
  const Report one = test::two_products(64).auto_DSE(options);
  for (const int threads : {2, 5}) {
    options.threads = threads;
    options.seed = 7;
    const Report more = test::two_products(64).auto_DSE(options);
    CHECK(more.hls_cpp == one.hls_cpp);
    CHECK(more.exploration.schedule == one.exploration.schedule);
    CHECK(more.exploration.trail == one.exploration.trail);
    CHECK(more.exploration.candidates == one.exploration.candidates);
    CHECK(more.exploration.bound == one.exploration.bound);
    CHECK(more.exploration.pareto.size() == one.exploration.pareto.size());
  }
}

TEST_CASE("threads: every piece of work is done once, and an exception comes back") {
  std::vector<int> done(100);
  run_parallel(done.size(), 4, [&](std::size_t n) { ++done[n]; });
  CHECK(done == std::vector<int>(100, 1));
  CHECK_THROWS_AS(run_parallel(8, 3,
                               [](std::size_t n) {
                                 if (n == 5) throw std::runtime_error("five");
                               }),
                  std::runtime_error);
}

TEST_CASE("auto_DSE: the design becomes the program's schedule, and no design leaves it as it was") {
  function program = test::two_products(32);
  const Report report = program.auto_DSE(test::silent());
  std::string schedule;
  for (const Directive& directive : program.schedule()) schedule += to_string(directive) + ";\n";
  CHECK_FALSE(schedule.empty());
  CHECK(schedule == report.exploration.schedule);
  DseOptions impossible = test::silent();
  impossible.dsp = impossible.lut = 1e-9;
  CHECK_THROWS_AS(program.auto_DSE(impossible), CompileError);
  std::string kept;
  for (const Directive& directive : program.schedule()) kept += to_string(directive) + ";\n";
  CHECK(kept == schedule);
}
