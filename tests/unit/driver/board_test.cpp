#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <variant>

#include "dse/boards/tables/board.hpp"
#include "dse/devices/tables/json_schema.hpp"
#include "fixture.hpp"
#include "support/interruption.hpp"

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

TEST_CASE("codegen: with a board and all arrays on m_axi, a host program is written and run, and the report says so") {
  const test::Scratch scratch;
  CompileOptions options = test::quiet(scratch / "twice");
  options.board = "kv260";
  const Report report = board_tests::over_the_bus("twice").codegen(options);
  for (const char* file : {"twice_board.h", "twice_host.cpp", "twice_link.cfg", "twice_emulation.cpp", "twice_pynq.py",
                           "Makefile", "pom_xrt_emulation.h"}) {
    CAPTURE(file);
    CHECK(std::find(report.files.begin(), report.files.end(), file) != report.files.end());
  }
  CHECK(report.summary.find("twice_host.cpp, run here with XRT emulated: its results are the reference's") !=
        std::string::npos);
  const auto host = nlohmann::json::parse(test::read(scratch / "twice/report.json")).at("board").at("host");
  CHECK(host.at("emulation").at("passed") == true);
  // A processor starts it.
  CHECK(report.hls_cpp.find("mode=s_axilite port=return bundle=control") != std::string::npos);
  CHECK(test::read(scratch / "twice/schedule.cpp.txt").find("s_axilite") != std::string::npos);
  CHECK(test::read(scratch / "twice/twice.h").find("extern \"C\"") != std::string::npos);
}

TEST_CASE("codegen: the Makefile emulates a kernel with the vendor's types where the vendor's tool is not") {
  const test::Scratch scratch;
  function program("packed");
  program.scope([] {
    var i("i", 0, 8), j("j", 0, 16), j0("j0"), j1("j1");
    placeholder A("A", {8, 16}), B("B", {8, 16});
    compute s("s", {i, j}, B(i, j) = A(i, j) + 1.0f);
    A.interface("m_axi", "a"), B.interface("m_axi", "b");
    A.pack(4), B.pack(4);
    s.split(j, 4, j0, j1);
    s.pipeline(j0, 1).unroll(j1, 4);
  });
  CompileOptions options = test::quiet(scratch / "packed");
  options.board = "kv260";
  options.verify = false;
  const Report report = program.codegen(options);
  CHECK(std::find(report.files.begin(), report.files.end(), "emulated_hls_vector.h") != report.files.end());
  CHECK(std::find(report.files.begin(), report.files.end(), "hls_vector.h") == report.files.end());
  const std::string make = "env -u XILINX_HLS make -C " + (scratch / "packed") + " emulate > /dev/null 2>&1";
  CHECK(std::system(make.c_str()) == 0);
}

TEST_CASE("codegen: where no host program can be the summary says why") {
  const auto obstacle = [&](const std::function<void()>& body) {
    function program("f");
    program.scope(body);
    CompileOptions options = test::quiet("");
    options.write = false;
    options.board = "u55c";
    const Report report = program.codegen(options);
    const std::size_t at = report.summary.find("  host     none: ");
    return at == std::string::npos ? "" : report.summary.substr(at + 17, report.summary.find('\n', at) - at - 17);
  };
  CHECK(obstacle([] {
          var i("i", 0, 8);
          placeholder A("A", {8}), B("B", {8});
          compute s("s", {i}, A(i) * 2, B(i));
          A.interface("m_axi", "gmem");
        }) == "\"B\" has no interface m_axi, and a board's host reaches memory only");
  CHECK(obstacle([] {
          var i("i", 0, 8);
          placeholder A("A", {8}, p_int(12)), B("B", {8}, p_int32);
          compute s("s", {i}, A(i) * 2, B(i));
          A.interface("m_axi", "gmem");
          B.interface("m_axi", "gmem");
        }) == "\"A\" is of p_int(12), which a host's C++ does not lay out as the kernel does");
  CHECK(obstacle([] {
          var i("i", 0, 8);
          placeholder A("A", {8});
          constant c("c", p_float32);
          compute s("s", {i}, A(i) * c, A(i));
          A.interface("m_axi", "gmem");
          c.interface("ap_none");
        }) == "\"c\" is not on the AXI-Lite port \"control\", which a host starts kernels by");
}

TEST_CASE("codegen: where a value is returned no host program can be, whatever interface it has") {
  function program("sum");
  program.scope([] {
    var i("i", 0, 8);
    placeholder A("A", {8}, p_int32);
    scalar total("total", p_int32);
    total.returned();
    compute clear("clear", {}, total = 0);
    compute add("add", {i}, total += A(i));
    A.interface("m_axi", "gmem");
  });
  CompileOptions options = test::quiet("");
  options.write = false;
  options.board = "kv260";
  CHECK(
      program.codegen(options).summary.find("host     none: \"total\" is returned, and a host gets nothing but memory "
                                            "back") != std::string::npos);
}

TEST_CASE("codegen: arguments may have the names of XRT's enumerators, and a function none of XRT") {
  const test::Scratch scratch;
  const auto compile = [&](const std::string& name, const std::string& board) {
    function program(name);
    program.scope([] {
      parameter N("ERT_CMD_STATE_COMPLETED", 1, 20);
      var i("xrt", 0, N);
      placeholder A("XCL_BO_SYNC_BO_TO_DEVICE", {N}, p_int32), B("XCL_BO_SYNC_BO_FROM_DEVICE", {N}, p_int32);
      compute s("s", {i}, A(i) + B(i), B(i));
      A.interface("m_axi", "gmem_a");
      B.interface("m_axi", "gmem_b");
    });
    CompileOptions options = test::quiet(scratch / name);
    options.board = board;
    return program.codegen(options).summary;
  };
  CHECK(compile("add", "kv260").find("its results are the reference's") != std::string::npos);
  for (const char* name : {"xrt", "xclDeviceHandle", "ert_cmd_state", "ERT_CMD_STATE_QUEUED"}) {
    CAPTURE(name);
    CHECK(test::error_of([&] { compile(name, "kv260"); }) == "invalid-name");
    CHECK(test::error_of([&] { compile(name, ""); }) == "");
  }
}

TEST_CASE("codegen: boards get the files of their flow") {
  const test::Scratch scratch;
  const auto files = [&](const std::string& board) {
    CompileOptions options = test::quiet(scratch / board);
    options.board = board;
    options.verify = false;
    const Report report = board_tests::over_the_bus("twice").codegen(options);
    CHECK(report.summary.find("not run: the design was not verified") != std::string::npos);
    const auto has = [&](const char* file) {
      return std::find(report.files.begin(), report.files.end(), file) != report.files.end();
    };
    return std::pair(has("twice_link.cfg"), has("twice_pynq.py"));
  };
  CHECK(files("u250") == std::pair(true, false));
  CHECK(files("zcu104") == std::pair(true, true));
  CHECK(files("pynq_z2") == std::pair(false, true));
}

TEST_CASE("codegen: the report counts what a run moves over the bus, also in triangles and under guards") {
  const test::Scratch scratch;
  function program("triangle");
  program.scope([] {
    var i("i", 0, 16);
    var j("j", 0, i + 1);
    placeholder A("A", {16, 16}, p_int16), B("B", {16}, p_int32);
    compute s("s", {i, j}, B(i) + A(i, j), B(i));
    A.interface("m_axi", "gmem_a");
    B.interface("m_axi", "gmem_b");
  });
  CompileOptions options = test::quiet(scratch / "triangle");
  options.board = "u280";
  program.codegen(options);
  const auto board = nlohmann::json::parse(test::read(scratch / "triangle/report.json")).at("board");
  CHECK(board.at("arrays")[0].at("read_bytes") == 136 * 2);
  CHECK(board.at("arrays")[0].at("written_bytes") == 0);
  CHECK(board.at("arrays")[1].at("read_bytes") == 136 * 4);
  CHECK(board.at("arrays")[1].at("written_bytes") == 136 * 4);
  CHECK(board.at("bound").at("bank") == "HBM[1]");
  // 1 088 bytes at 13.27 GB/s, in cycles of 3.333 ns.
  CHECK(board.at("bound").at("cycles").get<double>() == doctest::Approx(24.6).epsilon(0.01));
}

TEST_CASE("codegen: what a statement uses in several places crosses the bus once, in whatever chain of values it is") {
  const test::Scratch scratch;
  function program("mixed");
  program.scope([] {
    var i("i", 0, 16);
    placeholder A("A", {16}, p_int32), B("B", {16}, p_int32);
    expr value = A(i);
    for (int step = 0; step < 60; ++step) value = value ^ (value >> 3);
    compute s("s", {i}, value, B(i));
    A.interface("m_axi", "gmem_a");
    B.interface("m_axi", "gmem_b");
  });
  CompileOptions options = test::quiet(scratch / "mixed");
  options.board = "kv260";
  program.codegen(options);
  const auto board = nlohmann::json::parse(test::read(scratch / "mixed/report.json")).at("board");
  CHECK(board.at("arrays")[0].at("read_bytes") == 16 * 4);
  DseOptions search;
  search.quiet = true;
  search.write = search.verify = false;
  search.board = "kv260";
  CHECK(program.auto_DSE(search).exploration.candidates > 0);
}

TEST_CASE("codegen: an iteration of a pipelined loop moves each of its elements once") {
  const test::Scratch scratch;
  function program("sums");
  program.scope([] {
    var i("i", 0, 16), k("k", 0, 8);
    placeholder A("A", {16, 8}, p_int32), C("C", {16}, p_int32);
    compute clear("clear", {i}, 0, C(i));
    compute sum("sum", {i, k}, C(i) + A(i, k), C(i));
    sum.after(clear, i);
    sum.pipeline(i, 1);
    A.interface("m_axi", "gmem_a");
    C.interface("m_axi", "gmem_c");
  });
  CompileOptions options = test::quiet(scratch / "sums");
  options.board = "kv260";
  program.codegen(options);
  const auto arrays = nlohmann::json::parse(test::read(scratch / "sums/report.json")).at("board").at("arrays");
  CHECK(arrays[0].at("read_bytes") == 16 * 8 * 4);
  CHECK(arrays[1].at("read_bytes") == 0);
  CHECK(arrays[1].at("written_bytes") == 16 * 4);
}

TEST_CASE("codegen: a bank that takes longer than the design is named with its cycles") {
  const auto summary = [](const std::string& board) {
    function program("sum");
    program.scope([] {
      var i("i", 0, 4096);
      placeholder A("A", {4096}, p_float64), B("B", {4096}, p_float64), C("C", {4096}, p_float64);
      compute s("s", {i}, A(i) + B(i), C(i));
      s.pipeline(i, 1);
      A.interface("m_axi", "gmem_a");
      B.interface("m_axi", "gmem_b");
      C.interface("m_axi", "gmem_c");
    });
    CompileOptions options = test::quiet("");
    options.write = false;
    options.verify = false;
    options.board = board;
    return program.codegen(options).summary;
  };
  // 98 304 bytes at 1.575 GB/s in cycles of 10 ns; the design alone takes little more than 4 096.
  CHECK(summary("pynq_z2").find("DDR needs 6241 cycles for that: more than the estimate below") != std::string::npos);
  CHECK(summary("kv260").find("cycles for that") == std::string::npos);
}

TEST_CASE("report.html: has a row for each array in the board's memories, and the bank that takes longest") {
  const test::Scratch scratch;
  CompileOptions options = test::quiet(scratch / "twice");
  options.verify = false;
  options.board = "zedboard";
  board_tests::over_the_bus("twice").codegen(options);
  const std::string page = test::read(scratch / "twice/report.html");
  CHECK(page.find("Arrays in the board’s memories") != std::string::npos);
  CHECK(page.find("On Avnet ZedBoard.") != std::string::npos);
  CHECK(page.find("DDR takes 17 cycles for its part") != std::string::npos);
}

TEST_CASE("codegen: Ctrl-C while the host program is compiled keeps the design") {
  const test::Scratch scratch;
  const std::string compiler = scratch / "interrupted_compiler";
  std::ofstream(compiler) << "#!/bin/sh\ncase \"$*\" in *POM_EMULATION*) kill -INT " << getpid()
                          << "; exit 1;; esac\nexec c++ \"$@\"\n";
  std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
  const auto of_doctest = std::signal(SIGINT, SIG_DFL);
  setenv("CXX", compiler.c_str(), 1);
  CompileOptions options = test::quiet(scratch / "twice");
  options.board = "kv260";
  Report report;
  {
    const Interruption interruption;
    report = board_tests::over_the_bus("twice").codegen(options);
  }
  unsetenv("CXX");
  std::signal(SIGINT, of_doctest);
  CHECK(report.verified);
  CHECK(report.summary.find("not run: interrupted") != std::string::npos);
  CHECK(std::filesystem::exists(scratch / "twice/twice_host.cpp"));
}
