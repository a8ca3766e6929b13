#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "bench/qor/description/csynth_report.hpp"

using namespace pom::dse;
using namespace pom::dse::qor;

namespace {

// Written by hand in the tool's format; no report of the tool.
const char* const report = R"(<?xml version="1.0"?>
<profile><ReportVersion><Version>2022.1</Version></ReportVersion>
<UserAssignments><Part>xc7z020-clg484-1</Part><TopModelName>top</TopModelName><TargetClockPeriod>10.00</TargetClockPeriod></UserAssignments>
<PerformanceEstimates>
 <SummaryOfOverallLatency><Best-caseLatency>100</Best-caseLatency><Worst-caseLatency>110</Worst-caseLatency><Interval-max>111</Interval-max></SummaryOfOverallLatency>
 <SummaryOfLoopLatency><outer><TripCount>4</TripCount><Latency>108</Latency><IterationLatency>27</IterationLatency>
  <inner><TripCount>8</TripCount><Latency>24</Latency><PipelineII>3</PipelineII><PipelineDepth>5</PipelineDepth></inner></outer></SummaryOfLoopLatency>
</PerformanceEstimates>
<AreaEstimates><Resources><BRAM_18K>2</BRAM_18K><DSP>5</DSP><FF>undef</FF><LUT>700</LUT></Resources></AreaEstimates></profile>)";

}  // namespace

TEST_CASE("csynth: the report's numbers, and nothing where it says undef") {
  const auto read = read_csynth(report);
  REQUIRE(std::holds_alternative<CsynthReport>(read));
  const auto& csynth = std::get<CsynthReport>(read);
  CHECK(csynth.part == "xc7z020-clg484-1");
  CHECK(csynth.clock_ns == 10);
  CHECK(csynth.truth.latency_max == 110);
  CHECK(csynth.truth.dsp == 5);
  CHECK_FALSE(csynth.truth.ff);
  REQUIRE(csynth.truth.loops.size() == 2);
  CHECK(csynth.truth.loops[1].name == "inner");
  CHECK(csynth.truth.loops[1].interval == 3);
  CHECK(csynth.truth.loops[1].iteration_latency == 5);
}

TEST_CASE("csynth: every truncation is refused in words") {
  const std::string text = report;
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto read = read_csynth(std::string_view(text).substr(0, length));
    REQUIRE(std::holds_alternative<std::string>(read));
  }
  CHECK(std::holds_alternative<std::string>(read_csynth("<profile/>")));
}

TEST_CASE("csynth: estimate and report stand side by side") {
  const auto csynth = std::get<CsynthReport>(read_csynth(report));
  const nlohmann::json design = {
      {"estimate", {{"latency", 121}, {"dsp", 5}, {"loops", {{{"name", "inner"}, {"ii", 3}}}}}}};
  const Comparison comparison = compare_with_report(design, csynth);
  CHECK(comparison.table.find("+10.0%") != std::string::npos);
  CHECK(comparison.table.find("inner ii") != std::string::npos);
  CHECK_FALSE(compare_with_report(nlohmann::json::array(), csynth).reason.empty());
}
