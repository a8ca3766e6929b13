#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "bench/qor/judge/accuracy_report.hpp"

using namespace pom::dse;
using namespace pom::dse::qor;

namespace {

Judged judged(const std::string& id, std::int64_t estimate, std::int64_t truth) {
  Judged result{id, "family", estimate::Qor{}, "", {}};
  result.qor->latency_max = estimate;
  result.truth.latency_max = truth;
  return result;
}

}  // namespace

TEST_CASE("accuracy: shares, median and 90th percentile of known numbers") {
  std::vector<Sample> samples;
  for (const double estimate : {100, 101, 104, 109, 120, 200}) samples.push_back({"", "", estimate, 100});
  const Metric m = summarize(samples);
  CHECK(m.n == 6);
  CHECK(m.exact == doctest::Approx(1 / 6.0));
  CHECK(m.within_1 == doctest::Approx(2 / 6.0));
  CHECK(m.within_5 == doctest::Approx(3 / 6.0));
  CHECK(m.within_10 == doctest::Approx(4 / 6.0));
  CHECK(m.within_25 == doctest::Approx(5 / 6.0));
  CHECK(m.within_one == doctest::Approx(2 / 6.0));
  CHECK(m.median == doctest::Approx(0.04));
  CHECK(m.p90 == doctest::Approx(1.0));
  CHECK(relative_error({"", "", 0, 0}) == 0);
  CHECK(relative_error({"", "", 3, 0}) == 3);
  CHECK(summarize({}).n == 0);
}

TEST_CASE("accuracy: loops meet by module and name, flattened ones by the inner name, copies in order") {
  const auto estimate = [](const char* function, const char* label) {
    estimate::LoopEstimate loop;
    loop.function = function;
    loop.label = label;
    return loop;
  };
  const auto truth = [](const char* module, const char* name) {
    TruthLoop loop;
    loop.module = module;
    loop.name = name;
    return loop;
  };
  const auto pairs =
      match_loops({estimate("f", "a"), estimate("f", "b"), estimate("g", "b"), estimate("f", "c"), estimate("f", "c")},
                  {truth("f_Pipeline_a_b", "a_b"), truth("g", "b"), truth("f", "c"), truth("f", "c"), truth("h", "z")});
  REQUIRE(pairs.size() == 4);
  CHECK(pairs[0].estimate == 1);
  CHECK(pairs[1].estimate == 2);
  CHECK(pairs[2].estimate == 3);
  CHECK(pairs[3].estimate == 4);
}

TEST_CASE("accuracy: a worse metric and a lost point are regressions, the same numbers are not") {
  const std::vector<Judged> before = {judged("a", 100, 100), judged("b", 100, 110)};
  const auto baseline = describe_accuracy(before);
  CHECK_FALSE(compare_with_baseline(before, baseline).regressed);
  const Difference worse = compare_with_baseline({judged("a", 150, 100), judged("b", 100, 110)}, baseline);
  CHECK(worse.regressed);
  CHECK(worse.table.find("150") != std::string::npos);
  CHECK(compare_with_baseline({judged("a", 100, 100), Judged{"b", "family", {}, "lost", {}}}, baseline).regressed);
  CHECK_THROWS_AS(compare_with_baseline(before, nlohmann::json::object()), nlohmann::json::exception);
}
