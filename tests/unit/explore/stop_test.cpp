#include "fixture.hpp"

#include <csignal>

#include "driver/explore/interruption.hpp"
#include "driver/explore/progress_line.hpp"

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

TEST_CASE("stop: once over, for ever over") {
  bool ask = false;
  dse::SearchWatch watch(1000, [&] { return ask; }, {});
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
    const driver::Interruption interruption;
    CHECK_FALSE(driver::Interruption::requested());
    std::raise(SIGINT);
    CHECK(driver::Interruption::requested());
    sigaction(SIGINT, nullptr, &now);
    const bool is_default = now.sa_handler == SIG_DFL;  // the second one would end the program
    CHECK(is_default);
  }
  {
    const driver::Interruption next;
    CHECK_FALSE(driver::Interruption::requested());
  }
  std::signal(SIGINT, of_doctest);
}

TEST_CASE("stop: a handler of the user's own stays") {
  const auto of_doctest = std::signal(SIGINT, SIG_IGN);
  {
    const driver::Interruption interruption;
    std::raise(SIGINT);
    CHECK_FALSE(driver::Interruption::requested());
  }
  std::signal(SIGINT, of_doctest);
}

TEST_CASE("stop: progress tells candidates, best, bound and time left") {
  CHECK(driver::to_text("f", {512, 1000, 900, 57.2}) == "f: 512 candidates, best 1000 cycles, bound 900, 58 s left");
  CHECK(driver::to_text("f", {1, 0, 0, 2}) == "f: 1 candidates, 2 s left");
}
