#include "fixture.hpp"

using namespace pom;

TEST_CASE("limits: the design that is compiled holds every share, and more hardware is never slower") {
  const auto device = *dse::find_device("xc7z020");
  double slower = 0;
  for (const double share : {1.0, 0.5, 0.25, 0.1}) {
    CAPTURE(share);
    DseOptions options = test::silent();
    options.dsp = options.lut = options.ff = options.bram = share;
    const Report report = test::two_products(64).auto_DSE(options);
    CHECK(report.estimate.dsp <= share * static_cast<double>(device.dsp));
    CHECK(report.estimate.lut <= share * static_cast<double>(device.lut));
    CHECK(report.estimate.ff <= share * static_cast<double>(device.ff));
    CHECK(report.estimate.bram_18k <= share * static_cast<double>(device.bram_18k));
    CHECK(static_cast<double>(report.estimate.latency) >= slower);
    CHECK(report.estimate.latency <= report.exploration.automatic);
    slower = static_cast<double>(report.estimate.latency);
  }
}

TEST_CASE("limits: one resource alone may be what limits") {
  DseOptions options = test::silent();
  options.dsp = 0.1;  // 22 blocks
  const Report few_dsp = test::smoothing(256).auto_DSE(options);
  CHECK(few_dsp.estimate.dsp <= 22);
  options.bind_operators = false;
  const Report all_in_dsp = test::smoothing(256).auto_DSE(options);
  CHECK(all_in_dsp.estimate.dsp <= 22);
  // Sums without DSP blocks leave the blocks to the products.
  CHECK(few_dsp.estimate.latency <= all_in_dsp.estimate.latency);
  CHECK(all_in_dsp.exploration.schedule.find("fabric") == std::string::npos);
}

TEST_CASE("auto_DSE: without split no loop is cut") {
  DseOptions options = test::silent();
  options.split = false;
  CHECK(test::two_products(98).auto_DSE(options).exploration.schedule.find("split(") == std::string::npos);
  CHECK(test::smoothing(98).auto_DSE(options).exploration.schedule.find("split(") == std::string::npos);
  function program("cross");
  program.scope([&] {
    placeholder A("A", {100, 100}), B("B", {100, 100});
    var i("i", 1, 99), j("j", 1, 99);
    compute s("s", {i, j}, A(i - 1, j) + A(i + 1, j) + A(i, j - 1) + A(i, j + 1), B(i, j));
  });
  CHECK(program.auto_DSE(options).exploration.schedule.find("split(") == std::string::npos);
}

TEST_CASE("auto_DSE: ports and storage that the program asks for stay") {
  function program = test::two_products(16);
  program.scope([&] { program.interface("s_axilite"); });
  const Report report = program.auto_DSE(test::silent());
  CHECK(report.hls_cpp.find("s_axilite") != std::string::npos);
  CHECK(report.exploration.schedule.find("s_axilite") != std::string::npos);
}

TEST_CASE("limits: each type of hardware strategy can be switched off") {
  const auto with = [](void (*change)(DseOptions&)) {
    DseOptions options = test::silent();
    if (change) change(options);
    return test::two_products(128).auto_DSE(options);
  };
  const Report all = with(nullptr);
  const Report no_pipeline = with([](DseOptions& o) { o.pipeline = false; });
  const Report no_unroll = with([](DseOptions& o) { o.unroll = false; });
  const Report no_split = with([](DseOptions& o) { o.split = false; });
  const Report no_partition = with([](DseOptions& o) { o.partition = false; });
  const auto uses = [](const Report& report, const char* directive) {
    return report.exploration.schedule.find(directive) != std::string::npos;
  };
  CHECK(uses(all, "pipeline"));
  CHECK(uses(all, "unroll"));
  CHECK(uses(all, "partition"));
  CHECK_FALSE(uses(no_pipeline, "pipeline"));
  CHECK_FALSE(uses(no_pipeline, "unroll"));
  CHECK_FALSE(uses(no_unroll, "unroll"));
  CHECK(uses(no_unroll, "pipeline"));
  CHECK_FALSE(uses(no_split, "split"));
  CHECK_FALSE(uses(no_partition, "partition"));
  for (const Report* less : {&no_pipeline, &no_unroll, &no_split, &no_partition})
    CHECK(less->estimate.latency_max >= all.estimate.latency_max);
}

TEST_CASE("auto_DSE: a search of several units claims to be exhaustive only where its design reaches the bound") {
  const Report one = test::smoothing(256).auto_DSE(test::silent());
  CHECK(one.exploration.exhaustive);
  const Report several = test::two_products(64).auto_DSE(test::silent());
  REQUIRE(several.exploration.gap > 0);
  CHECK_FALSE(several.exploration.exhaustive);
}
