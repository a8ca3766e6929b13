#include "dse/estimate/qor/upper_bound.hpp"

#include <doctest/doctest.h>

#include <string>

#include "dse/devices/tables/json_schema.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;

namespace {

Qor design(std::int64_t interval, double lut) {
  Qor qor;
  qor.resources = {40, lut, 2 * lut, 12, 0};
  qor.latency_max = 1000;
  qor.latency_average = 900;
  qor.loops.emplace_back();
  qor.loops.back().interval = interval;
  return qor;
}

/// What read_uncertainty says of a text in which one part is replaced; empty: it accepts the text.
std::string refusal(std::string from, const std::string& to) {
  std::string text = R"({"source": "test", "confidences": [0.5, 0.9], "quantities": {)";
  for (const std::string name : {"latency", "dsp", "bram18", "lut", "ff"}) {
    text += (name == "latency" ? "" : ",") + ("\"" + name) +
            R"(": {"resolution": 1, "groups": [{"least_interval": 0, "least_lut": 0, "points": 9, "families": 3,
               "factors": [1, 1.5]}]})";
  }
  text += "}}";
  if (!from.empty()) text.replace(text.find(from), from.size(), to);
  try {
    devices::read_uncertainty(text);
  } catch (const devices::Problem& problem) {
    return problem.text;
  }
  return "";
}

}  // namespace

TEST_CASE("upper bounds: not below the estimate, whole, and higher for more confidence") {
  for (const std::int64_t interval : {0, 1, 4, 20}) {
    for (const double lut : {300.0, 8000.0, 90000.5}) {
      const Qor qor = design(interval, lut);
      Resources before = qor.resources;
      for (const double confidence : {0.5, 0.75, 0.9, 0.95}) {
        const QorBound bound = upper_bound(qor, confidence);
        CHECK(bound.resources.lut >= before.lut);
        CHECK(bound.resources.ff >= before.ff);
        CHECK(bound.resources.dsp >= before.dsp);
        CHECK(bound.resources.bram_18k >= before.bram_18k);
        CHECK(bound.latency_max >= 1000);
        CHECK(bound.latency_average >= 900);
        CHECK((bound.resources.lut == lut || bound.resources.lut == std::floor(bound.resources.lut)));
        before = bound.resources;
      }
    }
  }
}

TEST_CASE("upper bounds: a larger design has no lower bound, also where it becomes one of another kind") {
  for (const double confidence : {0.5, 0.7, 0.9, 0.95}) {
    for (const std::int64_t interval : {1, 5, 20}) {
      double before = 0;
      for (double lut = 0; lut < 60000; lut += 50) {
        const double bound = upper_bound(design(interval, lut), confidence).resources.lut;
        CHECK(bound >= before);
        before = bound;
      }
    }
  }
}

TEST_CASE("upper bounds: confidence 0 is the estimate itself, and a confidence between two listed ones the higher") {
  const Qor qor = design(1, 20000);
  CHECK(upper_bound(qor, 0).resources.lut == 20000);
  CHECK(upper_bound(qor, 0).latency_max == 1000);
  CHECK(upper_bound(qor, 0.88).resources.lut == upper_bound(qor, 0.9).resources.lut);
  CHECK(devices::is_confidence(0.5));
  CHECK(devices::is_confidence(0.95));
  CHECK_FALSE(devices::is_confidence(0.96));
  CHECK_FALSE(devices::is_confidence(std::nan("")));
}

TEST_CASE("upper bounds: of a design without resources they are none") {
  const Resources none = upper_bound(Resources{}, devices::DesignKind{}, 0.95);
  CHECK(none.dsp <= 1);
  CHECK(none.bram_18k <= 1);
}

TEST_CASE("uncertainty file: what is missing, unordered or does not describe all designs is refused by its place") {
  CHECK(refusal("", "") == "");
  CHECK(refusal("[0.5, 0.9]", "[0.9, 0.5]") == "confidences: do not ascend");
  CHECK(refusal("[1, 1.5]", "[1.5, 1]") == "quantities.latency.groups[0].factors: do not ascend");
  CHECK(refusal("[1, 1.5]", "[1]") == "quantities.latency.groups[0].factors: not one for each confidence");
  CHECK(refusal("\"least_lut\": 0", "\"least_lut\": 7") ==
        "quantities.latency.groups: the last one does not describe all designs");
  CHECK(refusal("\"source\"", "\"origin\"").find("not known here") != std::string::npos);
  CHECK(refusal("[1, 1.5]", "[0.5, 1.5]").find("is less than 1") != std::string::npos);
}
