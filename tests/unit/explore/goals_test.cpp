#include "fixture.hpp"

#include <algorithm>

#include "dse/explore/budget/goal.hpp"

using namespace pom;

namespace {

dse::explore::Rated rated(double latency, double dsp) {
  dse::explore::Rated design;
  design.latency = latency;
  design.resources.dsp = dsp;
  design.feasible = true;
  return design;
}

}  // namespace

TEST_CASE("goals: faster, cheaper within the target, or the least product") {
  const auto device = *dse::devices::find_device("xc7z020");
  const dse::explore::Goal fastest(dse::explore::Objective::latency, 0, device),
      target(dse::explore::Objective::latency, 100, device),
      product(dse::explore::Objective::latency_times_resources, 0, device);
  const dse::explore::Rated fast = rated(50, 100), middle = rated(100, 20), slow = rated(200, 2);
  CHECK(fastest.prefers(fast, middle));
  CHECK(target.prefers(middle, fast));
  CHECK(target.prefers(middle, slow));
  CHECK(target.prefers(fast, slow));
  CHECK(product.prefers(slow, middle));
  dse::explore::Rated impossible = rated(1, 1);
  impossible.feasible = false;
  for (const dse::explore::Goal& goal : {fastest, target, product}) {
    CHECK_FALSE(goal.prefers(fast, fast));
    CHECK(goal.prefers(slow, impossible));
    CHECK_FALSE(goal.prefers(impossible, slow));
  }
}

TEST_CASE("goals: a latency target gives a design that meets it with less hardware") {
  const Report fastest = test::two_products(64).auto_DSE(test::silent());
  DseOptions options = test::silent();
  options.latency_target = 4.0 * static_cast<double>(fastest.estimate.latency);
  const Report cheap = test::two_products(64).auto_DSE(options);
  CHECK(static_cast<double>(cheap.estimate.latency) <= options.latency_target);
  CHECK(test::largest_share(cheap.estimate) < 0.7 * test::largest_share(fastest.estimate));
  CHECK(cheap.warnings.empty());
}

TEST_CASE("goals: a target that nothing meets is answered with the fastest design and a warning") {
  const Report fastest = test::smoothing(256).auto_DSE(test::silent());
  DseOptions options = test::silent();
  options.latency_target = 1;
  const Report report = test::smoothing(256).auto_DSE(options);
  CHECK(report.estimate.latency == fastest.estimate.latency);
  // Another one may say that upper bounds are above the device.
  const auto missed = std::find_if(report.warnings.begin(), report.warnings.end(),
                                   [](const Diagnostic& warning) { return warning.code == "bad-dse-option"; });
  REQUIRE(missed != report.warnings.end());
  CHECK(missed->severity == Severity::warning);
}

TEST_CASE("goals: latency times resources is never worse than that of the fastest design") {
  const auto product = [](const Report& r) {
    return static_cast<double>(r.estimate.latency) * test::largest_share(r.estimate);
  };
  DseOptions options = test::silent();
  const Report fastest = test::two_products(64).auto_DSE(options);
  options.objective = Objective::latency_times_resources;
  const Report least = test::two_products(64).auto_DSE(options);
  CHECK(product(least) <= product(fastest));
}
