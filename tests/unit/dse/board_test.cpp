#include <doctest/doctest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <variant>

#include "dse/boards/tables/board.hpp"
#include "dse/boards/tables/embedded_boards.hpp"
#include "dse/boards/tables/place_buffers.hpp"

using namespace pom::dse::boards;
using nlohmann::json;

namespace board_tests {

/// What the reader says of a board's file with one change.
std::string refusal(const std::string& name, const std::function<void(json&)>& change) {
  for (const auto& [file, text] : embedded_boards) {
    if (file != name) continue;
    json board = json::parse(text);
    change(board);
    const auto read = read_board(board.dump());
    const auto* problem = std::get_if<std::string>(&read);
    return problem ? *problem : "";
  }
  return "no such file";
}

constexpr std::int64_t mib = 1024 * 1024;

std::vector<std::string> tags_of(const Board& board, const std::vector<Buffer>& buffers) {
  std::vector<std::string> tags;
  for (const int port : place_buffers(board, buffers).ports) tags.push_back(port < 0 ? "" : board.ports[port].tag);
  return tags;
}

}  // namespace board_tests

TEST_CASE("boards: every one that is built in can be read, with its chip, memories and ports") {
  CHECK(board_names() == std::vector<std::string>{"kv260", "pynq_z2", "u250", "u280", "u55c", "zcu104", "zedboard"});
  for (const std::string& name : board_names()) {
    CAPTURE(name);
    const auto board = find_board(name);
    REQUIRE(board);
    CHECK(board->name == name);
    CHECK(board->device.part == board->part);
    CHECK(board->device.lut > 0);
    CHECK_FALSE(board->ports.empty());
    for (const Memory& memory : board->memories) {
      CHECK(memory.sustained_bytes_per_s <= memory.peak_bytes_per_s);
      CHECK(memory.read_latency_ns > 0);
    }
  }
  CHECK_FALSE(find_board("abacus"));
}

TEST_CASE("boards: the U280 has 32 pseudo-channels of 256 MiB and two banks of DDR4, each behind a port of its own") {
  const Board board = *find_board("u280");
  REQUIRE(board.memories.size() == 2);
  CHECK(board.memories[0].banks == 32);
  CHECK(board.memories[0].bank_bytes == 256 * board_tests::mib);
  REQUIRE(board.ports.size() == 34);
  CHECK(board.ports[31].tag == "HBM[31]");
  CHECK(board.ports[31].bank == 31);
  CHECK(board.ports[33].tag == "DDR[1]");
  CHECK(board.ports[33].bits == 512);
}

TEST_CASE("boards: a chip's package comes from the board") {
  CHECK(find_board("zedboard")->device.part == "xc7z020clg484-1");
  CHECK(find_board("zedboard")->device.name == "xc7z020");
}

TEST_CASE("boards: a file with a mistake is refused at its place") {
  using board_tests::refusal;
  CHECK(refusal("kv260", [](json&) {}) == "");
  CHECK(refusal("kv260", [](json& file) { file["colour"] = "blue"; }) == "the file: \"colour\" is not known here");
  CHECK(refusal("kv260", [](json& file) { file["clock_ns"].erase("source"); }) == "clock_ns: \"source\" is missing");
  CHECK(refusal("kv260", [](json& file) { file["part"] = "xcvc1902-vsva2197-2MP-e-S"; }) ==
        "part: no device in dse/devices is \"xcvc1902-vsva2197-2MP-e-S\"");
  CHECK(refusal("kv260", [](json& file) { file["memories"][0]["sustained_gb_per_s"]["value"] = 20; }) ==
        "memories[0].sustained_gb_per_s: is more than the peak");
  CHECK(refusal("kv260", [](json& file) { file["ports"][0]["memory"] = "HBM"; }) ==
        "ports[0].memory: there is no memory \"HBM\"");
  CHECK(refusal("kv260", [](json& file) { file["ports"][1]["tags"] = "HP#"; }) ==
        "ports[1].tags: two ports are called \"HP0\"");
  CHECK(refusal("kv260", [](json& file) { file["ports"][0]["tags"] = "HP"; }) ==
        "ports[0].tags: has not one # for the number");
  CHECK(refusal("kv260", [](json& file) { file["ports"][0]["tags"] = "HP#\nsp="; }) ==
        "ports[0].tags: is made of other characters than letters, digits and _ [ ] #");
  CHECK(refusal("kv260", [](json& file) { file["ports"][0]["bits"]["value"] = 96; }) ==
        "ports[0].bits: is no power of two of whole bytes");
  CHECK(refusal("u280", [](json& file) { file["ports"][0]["count"]["value"] = 16; }) ==
        "ports[0].count: ports that reach one bank each are as many as the banks of \"HBM\"");
  CHECK(refusal("u280", [](json& file) { file["memories"][1]["name"] = "HBM"; }) ==
        "memories[1].name: there are two of this name");
}

TEST_CASE("place_buffers: bundles get ports of their own in the board's order, arrays of one bundle share one") {
  using board_tests::tags_of;
  const Board board = *find_board("kv260");
  CHECK(tags_of(board, {{"A", "a", 64, ""}, {"B", "b", 64, ""}, {"C", "a", 64, ""}}) ==
        std::vector<std::string>{"HP0", "HP1", "HP0"});
  // A seventh bundle shares the first port.
  std::vector<Buffer> seven;
  for (int n = 0; n < 7; ++n) seven.push_back({"A", "b" + std::to_string(n), 64, ""});
  CHECK(tags_of(board, seven) == std::vector<std::string>{"HP0", "HP1", "HP2", "HP3", "HPC0", "HPC1", "HP0"});
}

TEST_CASE("place_buffers: a wish is met first, and the others go elsewhere") {
  const Board board = *find_board("u280");
  CHECK(board_tests::tags_of(board, {{"A", "a", 64, ""}, {"B", "b", 64, "HBM[0]"}}) ==
        std::vector<std::string>{"HBM[1]", "HBM[0]"});
}

TEST_CASE("place_buffers: what is too large for a pseudo-channel goes to the DDR, and what fits nowhere is named") {
  using namespace board_tests;
  const Board board = *find_board("u280");
  CHECK(tags_of(board, {{"A", "a", 256 * mib, ""}, {"B", "b", 256 * mib + 1, ""}}) ==
        std::vector<std::string>{"HBM[0]", "DDR[0]"});
  const Placed placed = place_buffers(board, {{"A", "a", 64, ""}, {"B", "b", 16384 * mib + 1, ""}});
  REQUIRE(placed.failed);
  CHECK(placed.failed->buffer == 1);
  CHECK(placed.failed->description ==
        "behind DDR[0], where most room is left, are 17179869184 bytes, of which 0 are taken");
}

TEST_CASE("place_buffers: buffers behind several ports share the one bank of a board") {
  using namespace board_tests;
  const Board board = *find_board("pynq_z2");
  const Placed placed = place_buffers(board, {{"A", "a", 300 * mib, ""}, {"B", "b", 300 * mib, ""}});
  REQUIRE(placed.failed);
  CHECK(placed.failed->buffer == 1);
  CHECK(placed.failed->description ==
        "behind HP0, where most room is left, are 536870912 bytes, of which 314572800 are taken");
}
