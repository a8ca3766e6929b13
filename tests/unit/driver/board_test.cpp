#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <variant>

#include "dse/boards/tables/board.hpp"
#include "dse/devices/tables/json_schema.hpp"
#include "fixture.hpp"

using namespace pom;

namespace board_tests {

/// A program that doubles 64 numbers, from one master port to another.
function over_the_bus(const std::string& name) {
  function program(name);
  program.scope([] {
    var i("i", 0, 64);
    placeholder A("A", {64}, p_float32), B("B", {64}, p_float32);
    compute s("s", {i}, A(i) * 2, B(i));
    s.pipeline(i, 1);
    A.interface("m_axi", "gmem_a");
    B.interface("m_axi", "gmem_b");
  });
  return program;
}

}  // namespace board_tests

TEST_CASE("boards: the file that docs/adding-a-board.md shows is all that a board needs") {
  const std::string page = test::read(POM_SOURCE_DIR "/docs/adding-a-board.md");
  const std::size_t begin = page.find("```json\n");
  REQUIRE(begin != std::string::npos);
  const std::string text = page.substr(begin + 8, page.find("```", begin + 8) - begin - 8);
  const auto read = dse::boards::read_board(text);
  REQUIRE_MESSAGE(std::holds_alternative<dse::boards::Board>(read), std::get<std::string>(read));
  const auto& board = std::get<dse::boards::Board>(read);
  const auto known = dse::boards::find_board(board.name);
  REQUIRE(known);
  CHECK(board.part == known->part);
  CHECK(board.clock_ns == known->clock_ns);
  CHECK(board.memories[0].bank_bytes == known->memories[0].bank_bytes);
  CHECK(board.device.tables != nullptr);
}

TEST_CASE("codegen: a board gives part and clock, and the report says where the arguments lie") {
  const test::Scratch scratch;
  CompileOptions options = test::quiet(scratch / "twice");
  options.board = "u280";
  options.banks = {{"B", "DDR[1]"}};
  const Report report = board_tests::over_the_bus("twice").codegen(options);
  CHECK(report.verified);
  CHECK(report.estimate.device == "xcu280");
  CHECK(report.estimate.clock_ns == doctest::Approx(3.333));
  CHECK(report.summary.find("on AMD Alveo U280") != std::string::npos);
  CHECK(report.summary.find("A, 256 bytes: HBM behind HBM[0], through bundle gmem_a") != std::string::npos);
  CHECK(report.summary.find("B, 256 bytes: DDR behind DDR[1], through bundle gmem_b") != std::string::npos);
  const auto json = nlohmann::json::parse(test::read(scratch / "twice/report.json"));
  CHECK(json.at("part") == "xcu280-fsvh2892-2L-e");
  CHECK(json.at("board").at("arrays")[1].at("port") == "DDR[1]");
  const auto schema = nlohmann::json::parse(test::read(POM_SOURCE_DIR "/tools/schema/report.schema.json"));
  CHECK_NOTHROW(dse::devices::check_schema(schema, json));
  CHECK(test::read(scratch / "twice/run_hls.tcl").find("set_part xcu280-fsvh2892-2L-e") != std::string::npos);
}

TEST_CASE("codegen: what is said of device and clock beside a board must suit it") {
  CompileOptions options = test::quiet("");
  options.write = false;
  options.board = "kv260";
  options.device = "xck26";
  options.clock_ns = 4;
  const Report report = board_tests::over_the_bus("twice").codegen(options);
  CHECK(report.estimate.device == "xck26");
  CHECK(report.estimate.clock_ns == 4);
}

TEST_CASE("auto_DSE: a board gives part and clock") {
  DseOptions options;
  options.write = false;
  options.quiet = true;
  options.board = "zcu104";
  const Report report = board_tests::over_the_bus("twice").auto_DSE(options);
  CHECK(report.estimate.device == "xczu7ev");
  CHECK(report.estimate.clock_ns == 5);
}
