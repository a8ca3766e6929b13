#include <doctest/doctest.h>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

namespace {

/// A port that is read and a window over it, without a schedule.
void declare_convolution() {
  const int rows = 12, columns = 12, channels = 4, filters = 4;
  var i("i", 0, rows), j("j", 0, columns), k("k", 0, channels);
  placeholder in("in", {rows, columns, channels}, p_int8), a("a", {rows, columns, channels}, p_int8);
  placeholder w("w", {filters, 3, 3, channels}, p_int8), sum("sum", {rows - 2, columns - 2, filters}, p_int32),
      out("out", {rows - 2, columns - 2, filters}, p_int32);
  std::vector<int> weights;
  for (int n = 0; n < filters * 9 * channels; ++n) weights.push_back(n * 7 % 23 - 11);
  w.values(weights);
  a.local();
  sum.local();
  compute read("read", {i, j, k}, in(i, j, k), a(i, j, k));
  var y("y", 0, rows - 2), x("x", 0, columns - 2), f("f", 0, filters), r("r", 0, 3), q("q", 0, 3), c("c", 0, channels);
  compute clear("clear", {y, x, f}, 0, sum(y, x, f));
  compute add("add", {y, x, f, r, q, c}, sum(y, x, f) + a(y + r, x + q, c) * w(f, r, q, c), sum(y, x, f));
  compute finish("finish", {y, x, f}, sum(y, x, f) >> 2, out(y, x, f));
  add.after(clear, f);
  finish.after(add, f);
}

Report explored(std::int64_t dsp_blocks) {
  function program("f");
  program.scope(declare_convolution);
  program.dataflow(Channels::automatic);
  DseOptions options;
  options.device = "xck26";
  options.clock_ns = 5;
  options.dsp_blocks = dsp_blocks;
  options.write = false;
  options.quiet = true;
  return program.auto_DSE(options);
}

}  // namespace

TEST_CASE("rates: every process of a stream keeps the time of the slowest one, within the limits") {
  double before = 0;
  for (const std::int64_t blocks : {600, 40}) {
    CAPTURE(blocks);
    const Report report = explored(blocks);
    CHECK(report.verified);
    CHECK_FALSE(report.exploration.nothing_fits);
    CHECK(report.estimate.dsp <= static_cast<double>(blocks));
    REQUIRE(report.estimate.run.available);
    CHECK(report.estimate.run.deadlock == "");
    CHECK(report.exploration.schedule.find("dataflow(Channels::automatic)") != std::string::npos);
    CHECK(report.exploration.trail.size() == 2);
    // No more than a few cycles beside those of the slowest process: the window fills, and the pipelines end.
    const auto latency = static_cast<double>(report.estimate.run.latency);
    CHECK(latency >= report.exploration.bound);
    CHECK(latency > before);
    before = latency;
  }
  // A pixel's four filters one after the other: the window moves in 12 x 12 pixels.
  CHECK(before < 12 * 12 * 4 + 60);
}

TEST_CASE("rates: the same program has the same schedule") {
  CHECK(explored(200).exploration.schedule == explored(200).exploration.schedule);
}
