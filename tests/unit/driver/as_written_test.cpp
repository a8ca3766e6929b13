#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "page_fixture.hpp"

using namespace pom;
using namespace pom::test;

namespace as_written_tests {

void declare_product() {
  var i("i", 0, 16), j("j", 0, 16), k("k", 0, 16);
  placeholder A("A", {16, 16}, p_float32), B("B", {16, 16}, p_float32), C("C", {16, 16}, p_float32);
  compute s("s", {i, j, k}, A(i, j) + B(i, k) * C(k, j), A(i, j));
}

CompileOptions silent() {
  CompileOptions options;
  options.write = options.verify = false;
  options.quiet = true;
  return options;
}

/// Partial sums change the program before the schedule.
Report with_partial_sums() {
  function program("product");
  program.scope([] {
    var i("i", 0, 16), j("j", 0, 16), k("k", 0, 16);
    placeholder A("A", {16, 16}, p_float32), B("B", {16, 16}, p_float32), C("C", {16, 16}, p_float32);
    compute s("s", {i, j, k}, A(i, j) + B(i, k) * C(k, j), A(i, j));
    allow_reassociation();
    s.rfactor(k, 4, "part");
  });
  return program.codegen(silent());
}

}  // namespace as_written_tests
using namespace as_written_tests;

TEST_CASE("codegen: a schedule's gain is over the same program that auto_DSE takes for as written") {
  function searched("product"), scheduled("product");
  searched.scope(declare_product);
  DseOptions options;
  static_cast<CompileOptions&>(options) = silent();
  const Report found = searched.auto_DSE(options);
  REQUIRE(found.as_written.available);
  CHECK(found.as_written.baseline == found.exploration.baseline);
  CHECK(found.as_written.speedup == found.exploration.speedup);
  scheduled.scope([] {
    var i("i", 0, 16), j("j", 0, 16), k("k", 0, 16);
    placeholder A("A", {16, 16}, p_float32), B("B", {16, 16}, p_float32), C("C", {16, 16}, p_float32);
    compute s("s", {i, j, k}, A(i, j) + B(i, k) * C(k, j), A(i, j));
    s.pipeline(j, 1);
  });
  const Report by_hand = scheduled.codegen(silent());
  REQUIRE(by_hand.as_written.available);
  CHECK(by_hand.as_written.baseline == found.exploration.baseline);
  CHECK(by_hand.as_written.automatic == found.exploration.automatic);
  CHECK(by_hand.as_written.speedup == doctest::Approx(static_cast<double>(by_hand.as_written.baseline) /
                                                      static_cast<double>(by_hand.estimate.latency)));
  CHECK(with_partial_sums().as_written.baseline == found.exploration.baseline);
  CHECK(found.exploration.speedup ==
        doctest::Approx(static_cast<double>(found.exploration.baseline) / static_cast<double>(found.estimate.latency)));
  CHECK(found.as_written.speedup == found.exploration.speedup);
}

TEST_CASE("codegen: where nothing was scheduled, or only ports were chosen, there is no gain to speak of") {
  function plain("plain"), bus("bus");
  plain.scope(declare_product);
  CHECK_FALSE(plain.codegen(silent()).as_written.available);
  bus.scope([] {
    var i("i", 0, 64);
    placeholder x("x", {64}), y("y", {64});
    compute s("s", {i}, x(i) * 2.0, y(i));
    x.interface("m_axi");
  });
  CHECK_FALSE(bus.codegen(silent()).as_written.available);
}

TEST_CASE("codegen: a port behind a bus is one in the program as written too") {
  const auto cycles = [](bool bus) {
    function program("copy");
    program.scope([&] {
      var i("i", 0, 64);
      placeholder x("x", {64}), y("y", {64});
      compute s("s", {i}, x(i) * 2.0, y(i));
      s.pipeline(i, 1);
      if (bus) x.interface("m_axi");
    });
    return program.codegen(silent()).as_written.baseline;
  };
  CHECK(cycles(true) > cycles(false));
}

TEST_CASE("baselines: with channels a port behind a bus is one in the program as written, found by hand or by search") {
  const auto declare = [](function& program, const char* port) {
    program.scope([&] {
      var i("i", 0, 64);
      placeholder x("x", {64}), y("y", {64}), z("z", {64});
      y.local();
      compute s("s", {i}, x(i) * 2.0, y(i)), t("t", {i}, y(i) + 1.0, z(i));
      if (port) x.interface(port), z.interface(port);
      program.dataflow(Channels::automatic);
    });
  };
  const auto baseline = [&](const char* port) {
    function by_hand("chain"), searched("chain");
    declare(by_hand, port);
    declare(searched, port);
    DseOptions options;
    options.write = options.verify = false;
    options.quiet = true;
    const auto found = searched.auto_DSE(options).exploration.baseline;
    CHECK(by_hand.codegen(silent()).as_written.baseline == found);
    return found;
  };
  CHECK(baseline("m_axi") > baseline(nullptr));
  CHECK(baseline("axis") == baseline(nullptr));  // a stream is a memory there
}

TEST_CASE("page: the gain of a schedule written by hand stands at the top, without a gap and without a search") {
  const Page page([] {
    var i("i", 0, 64);
    placeholder x("x", {64}), y("y", {64});
    compute s("s", {i}, x(i) * 2.0, y(i));
    s.pipeline(i, 1);
  });
  const nlohmann::json report = nlohmann::json::parse(page.json);
  CHECK(report.at("speedup").get<double>() > 2);
  CHECK(report.contains("baseline"));
  CHECK_FALSE(report.contains("gap"));
  const std::string top = said(page.text, "<header", "</header>");
  CHECK(has(top, "Speed-up"));
  CHECK_FALSE(has(top, "Gap"));
  CHECK_FALSE(has(page.text, "id=\"search\""));
  CHECK(has(page.summary, "  speed-up "));
}

TEST_CASE("transform_loops: an argument that stays on the chip keeps its buffer, and the storage of that") {
  function program("f");
  program.scope([] {
    var i("i", 0, 8), j("j", 0, 8);
    placeholder A("A", {8, 8}, p_int32), C("C", {8, 8}, p_int32);
    compute s("s", {i, j}, C(i, j) + A(j, i), C(i, j));
    A.interface("m_axi", "gmem");
    A.buffer();
    A.bind_storage("ram_2p", "lutram");
  });
  program.transform_loops();
  CompileOptions options = test::quiet("unused/");
  options.write = false;
  const Report report = program.codegen(options);
  CHECK(report.verified);
  CHECK(report.hls_cpp.find("variable=A_buffer type=ram_2p impl=lutram") != std::string::npos);
}
