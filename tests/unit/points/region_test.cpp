#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "bench/qor/dataflow/reported_region.hpp"
#include "bench/qor/import/import_point.hpp"

using namespace pom::dse;
using namespace pom::dse::qor;
using nlohmann::json;

namespace {

/// Two processes, the second of which stores what the first one, a list of functions in JSON, sends. What the tool
/// reports of the loops is made up.
Point two_processes(const char* sum, json loops) {
  json functions = json::parse(R"json([
    {"function": "k", "params": [{"name": "A", "type": "f32[4][8]"}, {"name": "B", "type": "f32[4]"}],
     "arrays": [{"name": "S", "type": "stream<f32>"}], "pragmas": ["DATAFLOW", "STREAM variable=S depth=3"],
     "body": [{"call": "sum A S"}, {"call": "drain S B"}]},
    {"function": "drain", "params": [{"name": "S", "type": "stream<f32>"}, {"name": "B", "type": "f32[4]"}], "arrays": [],
     "body": [{"loop": "store", "line": 9, "var": "m", "range": "0..<4", "trip": 4, "pragmas": ["pipeline II=1"],
       "body": [{"set": "B[m]", "expr": "(read S)", "type": "f32"}]}]}])json");
  functions.insert(functions.begin() + 1, json::parse(sum));
  const json point = {{"id", "hand-01"},
                      {"kernel", "k"},
                      {"tool_version", "2023.2"},
                      {"part", "xc7z020"},
                      {"clock_ns", {{"target", 10}}},
                      {"desc", functions},
                      {"truth", {{"loops", loops}}}};
  const auto imported = import_point(point);
  if (const auto* reason = std::get_if<std::string>(&imported)) FAIL(*reason);
  return std::get<Point>(imported);
}

/// Adds up rows of 8 and sends each sum from inside of the one loop that its loops become.
Point row_sums(const char* drain_loop) {
  return two_processes(R"json(
    {"function": "sum", "params": [{"name": "A", "type": "f32[4][8]"}, {"name": "S", "type": "stream<f32>"}],
     "arrays": [{"name": "acc", "type": "f32[4]"}],
     "body": [{"loop": "rows", "line": 5, "var": "i", "range": "0..<4", "trip": 4, "body": [
       {"loop": "columns", "line": 6, "var": "j", "range": "0..<8", "trip": 8, "pragmas": ["pipeline II=1"], "body": [
         {"set": "acc[i]", "expr": "(fadd acc[i] A[i][j])", "type": "f32"},
         {"if": "(cmp.i32== j 7)", "then": [{"do": "(write S acc[i])"}]}]}]}]})json",
                       {{{"module", "sum"}, {"name", "rows_columns"}, {"trip", 32}, {"iter_latency", 9}, {"ii", 2}},
                        {{"module", "drain"}, {"name", drain_loop}, {"trip", 4}, {"iter_latency", 2}, {"ii", 1}}});
}

}  // namespace

TEST_CASE("region: the tokens of a process are those of the iterations whose conditions hold") {
  const auto built = reported_region(row_sums("store"));
  if (const auto* reason = std::get_if<std::string>(&built)) FAIL(*reason);
  const estimate::RegionNetwork& region = std::get<estimate::RegionNetwork>(built);
  REQUIRE(region.network.channels.size() == 1);
  CHECK(region.depths == dataflow::Depths{3});
  // Iteration 8·i + 7 issues at 1 + 2·(8·i + 7), and writes in the last state but one: the process sums memories up.
  const dataflow::Port& written = region.network.processes[0].ports[0];
  CHECK(written.cycles == dataflow::Sequence{{1 + 2 * 7 + 7, 16, 4}});
  // A process that only stores what it reads does so in its last state.
  CHECK(region.network.processes[1].ports[0].cycles == dataflow::Sequence{{2, 1, 4}});
  CHECK(region.network.processes[0].length == 1 + 31 * 2 + 8 + 1);
  const dataflow::Timing timing = dataflow::simulate(region.network, region.depths);
  CHECK(timing.latency == 22 + 3 * 16 + 1 + 1);  // the last token comes a cycle later, and the process ends behind it
}

TEST_CASE("region: a loop that the report does not tell is named") {
  const auto built = reported_region(row_sums("other"));
  const auto* reason = std::get_if<std::string>(&built);
  REQUIRE(reason);
  CHECK(reason->find("store") != std::string::npos);
}

TEST_CASE("region: what stands behind a loop in another one runs in the last state of each of its iterations") {
  const auto built = reported_region(two_processes(
      R"json({"function": "sum", "params": [{"name": "A", "type": "f32[4][8]"}, {"name": "S", "type": "stream<f32>"}],
     "arrays": [{"name": "acc", "type": "f32[4]"}],
     "body": [{"loop": "rows", "line": 5, "var": "i", "range": "0..<4", "trip": 4, "body": [
       {"loop": "columns", "line": 6, "var": "j", "range": "0..<8", "trip": 8, "pragmas": ["pipeline II=1"], "body": [
         {"set": "acc[i]", "expr": "(fadd acc[i] A[i][j])", "type": "f32"}]},
       {"do": "(write S acc[i])"}]}]})json",
      {{{"module", "sum"}, {"name", "rows"}, {"trip", 4}, {"iter_latency", 30}},
       {{"module", "sum"}, {"name", "columns"}, {"trip", 8}, {"iter_latency", 9}, {"ii", 2}},
       {{"module", "drain"}, {"name", "store"}, {"trip", 4}, {"iter_latency", 2}, {"ii", 1}}}));
  if (const auto* reason = std::get_if<std::string>(&built)) FAIL(*reason);
  const dataflow::Process& sum = std::get<estimate::RegionNetwork>(built).network.processes[0];
  CHECK(sum.ports[0].cycles == dataflow::Sequence{{1 + 29, 30, 4}});
  CHECK(sum.length == 1 + 4 * 30 + 1);
}
