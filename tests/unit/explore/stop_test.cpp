#include "fixture.hpp"

#include <atomic>
#include <csignal>

#include "driver/explore/progress_line.hpp"
#include "nest_fixture.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "support/interruption.hpp"

using namespace pom;

TEST_CASE("stop: with hardly any time there still is a design, and the report says why it is what it is") {
  DseOptions options = test::silent();
  options.seconds = 1e-6;
  options.verify = true;
  const Report report = test::two_products(32).auto_DSE(options);
  CHECK(report.exploration.ended_early == "out of time");
  CHECK_FALSE(report.exploration.exhaustive);
  CHECK(report.estimate.latency > 0);
  CHECK(report.estimate.latency <= report.exploration.automatic);
  CHECK(report.verified);
  const Report all = test::two_products(32).auto_DSE(test::silent());
  CHECK(all.exploration.ended_early == "");
  CHECK(all.exploration.candidates > report.exploration.candidates);
  CHECK(all.estimate.latency <= report.estimate.latency);
}

TEST_CASE("stop: interrupted after any number of questions, the search has a legal design that fits") {
  // Two nests that can be fused, a recurrence that wants another order, and a sum: every phase has something to do.
  function program("f");
  program.scope([] {
    var t("t", 0, 6), i("i", 1, 15), j("j", 0, 16), k("k", 0, 16);
    placeholder A("A", {16}, p_float32), B("B", {16, 16}, p_float32), x("x", {16}, p_float32), y("y", {16}, p_float32);
    compute stencil("stencil", {t, i}, A(i - 1) + A(i) + A(i + 1), A(i));
    compute product("product", {j, k}, x(j) + B(j, k) * A(k), x(j)), scaled("scaled", {j}, x(j) * 3, y(j));
  });
  const std::shared_ptr<const dsl::Function> record = program.record();
  const poly::IslContext isl;
  const poly::Scop as_written = poly::extract_scop(record, isl);
  const poly::Dependences dependences = poly::analyze_dependences(as_written);
  dse::explore::ExploreOptions options;
  std::atomic<int> asked = 0;
  int most = 0, interrupted = 0;
  options.interrupted = [&] { return ++asked > most; };
  double fastest = 0;
  for (bool early = true; early; most = 2 * most + 1) {
    asked = 0;
    const dse::explore::Exploration found = test::explore(record, options);
    CAPTURE(most);
    test::check_design(found, options);
    CHECK(poly::apply_schedule(as_written, dependences, found.schedule));
    early = found.ended_early;
    CHECK(early == (asked > most));
    CHECK_FALSE((early && found.exhaustive));
    interrupted += early;
    fastest = found.qor.latency_average;
  }
  CHECK(interrupted > 5);
  options.interrupted = {};
  CHECK(test::explore(record, options).qor.latency_average == fastest);
}

TEST_CASE("stop: once over, for ever over") {
  bool ask = false;
  dse::explore::SearchWatch watch(1000, [&] { return ask; }, {});
  CHECK_FALSE(watch.over());
  ask = true;
  CHECK(watch.over());
  ask = false;
  CHECK(watch.over());
}

TEST_CASE("stop: the first Ctrl-C is a request, afterwards the default action is back") {
  const auto of_doctest = std::signal(SIGINT, SIG_DFL);
  struct sigaction now {};
  {
    const Interruption interruption;
    CHECK_FALSE(Interruption::requested());
    std::raise(SIGINT);
    CHECK(Interruption::requested());
    sigaction(SIGINT, nullptr, &now);
    const bool is_default = now.sa_handler == SIG_DFL;  // the second one would end the program
    CHECK(is_default);
  }
  CHECK_FALSE(Interruption::requested());
  {
    const Interruption outer;
    {
      const Interruption inner;
      std::raise(SIGINT);
    }
    CHECK(Interruption::requested());
    const Interruption next;  // of a search that begins behind the request
    CHECK(Interruption::requested());
  }
  CHECK_FALSE(Interruption::requested());
  std::signal(SIGINT, of_doctest);
}

TEST_CASE("stop: a handler of the user's own stays") {
  const auto of_doctest = std::signal(SIGINT, SIG_IGN);
  {
    const Interruption interruption;
    std::raise(SIGINT);
    CHECK_FALSE(Interruption::requested());
  }
  std::signal(SIGINT, of_doctest);
}

TEST_CASE("stop: progress tells candidates, best, bound and time left") {
  CHECK(driver::to_text("f", {512, 1000, 900, 57.2}) == "f: 512 candidates, best 1000 cycles, bound 900, 58 s left");
  CHECK(driver::to_text("f", {1, 0, 0, 2}) == "f: 1 candidates, 2 s left");
}
