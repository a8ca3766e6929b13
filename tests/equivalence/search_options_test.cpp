#include <doctest/doctest.h>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

namespace {

/// Two products of matrices and vectors, one behind the other, that automatic channels join.
void declare_products() {
  var i("i", 0, 32), j("j", 0, 32), k("k", 0, 32), l("l", 0, 32);
  placeholder A("A", {32, 32}), B("B", {32, 32}), x("x", {32}), y("y", {32}), z("z", {32});
  y.local();
  compute clear("clear", {i}, y(i) = 0), add("add", {i, j}, y(i) += A(i, j) * x(j));
  add.after(clear, i);
  compute start("start", {k}, z(k) = 0), sum("sum", {k, l}, z(k) += B(k, l) * y(l));
  sum.after(start, k);
  dataflow(Channels::automatic);
}

struct Searched {
  Report report;
  Schedule schedule;

  bool has(bool (*is)(const Primitive&)) const {
    return std::any_of(schedule.begin(), schedule.end(), [&](const Directive& d) { return is(d.primitive); });
  }
};

Searched search(const DseOptions& options) {
  function program("products");
  program.scope(declare_products);
  Searched found;
  found.report = program.auto_DSE(options);
  found.schedule = program.schedule();
  return found;
}

template <class P>
bool is_a(const Primitive& primitive) {
  return std::holds_alternative<P>(primitive);
}

}  // namespace

TEST_CASE("streams: the search uses no directive that is not allowed") {
  const Searched any = search(silent());
  CHECK(any.report.verified);
  CHECK(any.has(is_a<Pipeline>));
  CHECK(any.has(is_a<Partition>));
  DseOptions options = silent();
  options.pipeline = false;
  CHECK_FALSE(search(options).has(is_a<Pipeline>));
  options = silent();
  options.split = false;
  CHECK_FALSE(search(options).has(is_a<Split>));
  options = silent();
  options.partition = false;
  CHECK_FALSE(search(options).has(is_a<Partition>));
  options = silent();
  options.unroll = false;
  const Searched single = search(options);
  CHECK_FALSE(single.has(is_a<Split>));
  CHECK(single.report.estimate.dsp < any.report.estimate.dsp);
  for (const Directive& directive : single.schedule) {
    const auto* pipeline = std::get_if<Pipeline>(&directive.primitive);
    if (pipeline) CHECK((pipeline->loop.name == "j" || pipeline->loop.name == "l"));
  }
}

TEST_CASE("streams: the memories outside of the design are counted, and limited") {
  const Report any = search(silent()).report;
  CHECK(any.exploration.port_banks > 4);
  DseOptions options = silent();
  options.port_banks = 4;
  const Report limited = search(options).report;
  CHECK(limited.exploration.port_banks <= 4);
  CHECK_FALSE(limited.exploration.nothing_fits);
  CHECK(limited.estimate.latency > any.estimate.latency);
}

TEST_CASE("streams: a target of cycles gets the cheapest design that meets it, or a warning") {
  const Report fastest = search(silent()).report;
  DseOptions options = silent();
  options.latency_target = 8.0 * static_cast<double>(fastest.estimate.latency);
  const Report cheap = search(options).report;
  CHECK(static_cast<double>(cheap.estimate.latency) <= options.latency_target);
  CHECK(cheap.estimate.dsp < fastest.estimate.dsp);
  CHECK(cheap.warnings.empty());
  options.latency_target = 1;
  const Report missed = search(options).report;
  CHECK(missed.estimate.latency == fastest.estimate.latency);
  REQUIRE(missed.warnings.size() == 1);
  CHECK(missed.warnings.front().code == "bad-dse-option");
}

TEST_CASE("streams: cycles times resources is a goal too") {
  const Report fastest = search(silent()).report;
  DseOptions options = silent();
  options.objective = Objective::latency_times_resources;
  const Report balanced = search(options).report;
  const auto cost = [](const Report& report) {  // DSP blocks are what both have the largest share of
    return static_cast<double>(report.estimate.latency) * static_cast<double>(report.estimate.dsp);
  };
  CHECK(cost(balanced) <= cost(fastest));
}

TEST_CASE("streams: without any time the design fits within the limits, judged with its channels") {
  DseOptions options = silent();
  options.seconds = 1e-6;
  options.lut = 0.2;
  options.dsp_blocks = 12;
  const Searched found = search(options);
  CHECK(found.report.verified);
  CHECK_FALSE(found.report.exploration.nothing_fits);
  CHECK(found.report.exploration.ended_early == "out of time");
  CHECK(found.report.estimate.upper.dsp <= 12);
  CHECK(found.report.estimate.upper.lut <= 0.2 * 53'200);
}

TEST_CASE("streams: a second search starts from the program, channels included") {
  function once("products"), twice("products");
  once.scope(declare_products);
  twice.scope(declare_products);
  DseOptions narrow = silent();
  narrow.lut = 0.3;
  narrow.dsp_blocks = 20;
  const Report alone = once.auto_DSE(narrow);
  twice.auto_DSE(silent());
  const Report behind = twice.auto_DSE(narrow);
  CHECK(behind.hls_cpp == alone.hls_cpp);
  CHECK(behind.hls_cpp.find("#pragma HLS dataflow") != std::string::npos);
}

TEST_CASE("streams: between a sum whose terms are all at once and one by one lie ways with fewer operators") {
  DseOptions options = silent();
  options.lut = 0.3;
  options.dsp_blocks = 25;
  const Report found = search(options).report;
  CHECK(found.verified);
  CHECK_FALSE(found.exploration.nothing_fits);
  // One product in each cycle at least: one by one, each waits for the sum before.
  CHECK(found.estimate.latency < 2 * 32 * 32 + 600);
}
