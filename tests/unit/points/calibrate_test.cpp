#include "bench/qor/judge/calibrate.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "bench/qor/judge/accuracy_report.hpp"

using namespace pom::dse;
using namespace pom::dse::qor;

namespace {

/// A design of interval 1 whose reported LUTs are `percent` of the estimated ones.
Judged judged(const std::string& family, int percent) {
  Judged point{family + std::to_string(percent), family, estimate::Qor{}, "", {}};
  point.qor->resources.lut = 9900;  // 10 000 with the resolution
  point.qor->loops.emplace_back();
  point.qor->loops.back().interval = 1;
  point.truth.lut = 100.0 * percent - 100;
  return point;
}

double lut_factor(const std::vector<Judged>& points, double confidence) {
  const devices::Uncertainty found = devices::read_uncertainty(calibrate(points, "test"));
  return (found.upper_bound(devices::Quantity::lut, 9900, {1, 9900}, confidence) + 100) / 10000;
}

}  // namespace

TEST_CASE("calibration: of 19 designs the 18th is the 90 % quantile and the 19th that of 95 %") {
  std::vector<Judged> points;
  for (int n = 1; n <= 19; ++n) points.push_back(judged("f" + std::to_string(n), 100 + n));
  CHECK(lut_factor(points, 0.5) == doctest::Approx(1.10));
  CHECK(lut_factor(points, 0.9) == doctest::Approx(1.18));
  CHECK(lut_factor(points, 0.95) == doctest::Approx(1.19));
}

TEST_CASE("calibration: a bound is never below the estimate") {
  std::vector<Judged> points;
  for (int n = 1; n <= 19; ++n) points.push_back(judged("f" + std::to_string(n), 50 + n));
  CHECK(lut_factor(points, 0.95) == doctest::Approx(1.0));
}

TEST_CASE("calibration: many variants of one kernel count as a few") {
  std::vector<Judged> points;
  for (int n = 1; n <= 12; ++n) points.push_back(judged("f" + std::to_string(n), 110));
  for (int n = 0; n < 200; ++n) points.push_back(judged("one", 200));
  // 6 of 18 points, not 200 of 212, are at 2.0: the median is that of the others.
  CHECK(lut_factor(points, 0.5) == doctest::Approx(1.10));
  CHECK(lut_factor(points, 0.8) == doctest::Approx(2.0));
}

TEST_CASE("coverage: a family is bounded by the others when it is left out") {
  std::vector<Judged> points;
  for (int n = 1; n <= 30; ++n) points.push_back(judged("f" + std::to_string(n), 100));
  points.push_back(judged("far", 300));
  const Coverage lut = cover_left_out(points, 0.9)[static_cast<std::size_t>(devices::Quantity::lut)];
  CHECK(lut.n == 31);
  CHECK(lut.covered == doctest::Approx(30 / 31.0));
  CHECK(cover_left_out({judged("alone", 100)}, 0.9).empty());
}

TEST_CASE("accuracy: latency is compared with co-simulation where a point has it, and bounds are described") {
  Judged point = judged("f", 100);
  point.qor->latency_max = 110;
  point.truth.rtl_latency = 100;
  const auto text = describe_accuracy({point, judged("g", 100)}, 0.9);
  CHECK(text.at("metrics").at("rtl").at("n") == 1);
  CHECK(text.at("metrics").at("rtl").at("median").get<double>() == doctest::Approx(0.1));
  CHECK(text.at("estimates")[0].at("upper").at("lut").get<double>() >= 9900);
  CHECK(text.at("estimates")[0].at("truth").at("rtl") == 100);
}
