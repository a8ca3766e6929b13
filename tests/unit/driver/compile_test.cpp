#include <doctest/doctest.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "driver/pipeline/pipeline.hpp"
#include "driver/verify/verify.hpp"
#include "fixture.hpp"
#include "support/interruption.hpp"

using namespace pom;

TEST_CASE("codegen: writes the project and says what is in it") {
  const test::Scratch scratch;
  const Report report = test::doubling("twice", 16, 4).codegen(test::quiet(scratch / "twice/"));
  CHECK(report.verified);
  CHECK(report.directory == scratch / "twice");
  for (const char* file : {"twice.cpp", "twice.h", "twice_tb.cpp", "twice.mlir", "run_hls.tcl", "hls_config.cfg",
                           "schedule.cpp.txt", "report.json"}) {
    CAPTURE(file);
    CHECK(test::fs::exists(scratch / ("twice/" + std::string(file))));
  }
  CHECK(test::read(scratch / "twice/twice.cpp") == report.hls_cpp);
}

TEST_CASE("codegen: findings and designs go to the file that POM_JSON names, a line each") {
  const test::Scratch scratch;
  const std::string file = scratch / "events";
  setenv("POM_JSON", file.c_str(), 1);
  test::doubling("twice", 16, 4).codegen(test::quiet(scratch / "twice/"));
  function program("halved");
  program.scope([] {
    var i("i", 0, 8);
    placeholder A("A", {8}), unused("unused", {8});
    unused.assume(0, 1);
    compute s("s", {i}, A(i) * 0.5, A(i));
  });
  program.codegen(test::quiet(scratch / "halved"));
  unsetenv("POM_JSON");
  std::istringstream lines(test::read(file));
  std::vector<nlohmann::json> events;
  for (std::string line; std::getline(lines, line);) events.push_back(nlohmann::json::parse(line));
  REQUIRE(events.size() == 3);
  CHECK(events[0] == nlohmann::json{{"event", "design"},
                                    {"directory", scratch / "twice"},
                                    {"report", scratch / "twice/report.json"}});
  CHECK(events[1].at("event") == "finding");
  CHECK(events[1].at("severity") == "warning");
  CHECK(events[1].at("code") == "unused-array");
  CHECK(events[1].at("line") > 0);
  CHECK(events[2].at("report") == scratch / "halved/report.json");
}

TEST_CASE("codegen: a POM_JSON that cannot be written is said, and the design is there all the same") {
  const test::Scratch scratch;
  setenv("POM_JSON", (scratch / "missing/events").c_str(), 1);
  const int kept = dup(STDERR_FILENO), file = open((scratch / "said").c_str(), O_CREAT | O_WRONLY, 0600);
  dup2(file, STDERR_FILENO);
  test::doubling("twice", 16, 4).codegen(test::quiet(scratch / "twice/"));
  dup2(kept, STDERR_FILENO);
  close(kept);
  close(file);
  unsetenv("POM_JSON");
  const std::string said = test::read(scratch / "said");
  CHECK(said.starts_with("libpom: POM_JSON: cannot write to " + (scratch / "missing/events")));
  CHECK(test::fs::exists(scratch / "twice/report.json"));
}

TEST_CASE("codegen: a process gets another name than a function that inline_off names") {
  for (const Channels channels : {Channels::declared, Channels::automatic}) {
    const test::Scratch scratch;
    function program("f");
    program.scope([] {
      var i("i", 0, 8);
      placeholder A("A", {8}), B("B", {8}), C("C", {8});
      C.local();
      compute s("s", {i}, A(i), C(i));
      compute t("t", {i}, C(i), B(i));
      s.inline_off("t_process");
    });
    program.dataflow(channels);
    const Report report = program.codegen(test::quiet(scratch / "f"));
    CHECK(report.verified);
    CHECK(report.hls_cpp.find("void t_process(") != std::string::npos);
    CHECK(report.hls_cpp.find("void t_process2(") != std::string::npos);
  }
}

TEST_CASE("codegen: report.json describes arguments, schedule and verification") {
  const test::Scratch scratch;
  test::doubling("twice", 16, 4).codegen(test::quiet(scratch / "twice"));
  const auto json = nlohmann::json::parse(test::read(scratch / "twice/report.json"));
  CHECK(json.at("generator") == "libpom");
  CHECK(json.at("device") == "xc7z020");
  CHECK(json.at("arguments")[0].at("bits") == 16 * 32);
  CHECK(json.at("arguments")[0].at("fits_on_chip") == true);
  CHECK(json.at("schedule") == nlohmann::json{"s.split(i, 4)", "s.pipeline(0, 1)"});
  CHECK(json.at("verified") == true);
  CHECK(json.at("verification").at("sizes") == "at full size");
}

TEST_CASE("codegen: report.json, the report and the summary give the same estimate, and call it one") {
  const test::Scratch scratch;
  const Report report = test::doubling("twice", 16, 4).codegen(test::quiet(scratch / "twice"));
  const auto json = nlohmann::json::parse(test::read(scratch / "twice/report.json")).at("estimate");
  CHECK(json.at("note").get<std::string>().find("estimate") != std::string::npos);
  CHECK(json.at("device") == "xc7z020");
  CHECK(json.at("clock_ns") == 10.0);
  CHECK(report.summary.find("estimate") != std::string::npos);
  REQUIRE(json.at("available") == report.estimate.available);
  if (!report.estimate.available) {
    CHECK(json.at("reason") == report.estimate.reason);
    CHECK_FALSE(report.estimate.reason.empty());
    return;
  }
  CHECK(json.at("latency").at("max") == report.estimate.latency_max);
  CHECK(report.estimate.latency_max >= report.estimate.latency_min);
  CHECK(report.estimate.latency_min > 0);
  CHECK(json.at("loops").size() == report.estimate.loops.size());
}

TEST_CASE("codegen: an array larger than the device's memory is called so") {
  const test::Scratch scratch;
  const Report report = test::doubling("large", 1 << 24, 0).codegen(test::quiet(scratch / "large"));
  const auto json = nlohmann::json::parse(test::read(scratch / "large/report.json"));
  CHECK(json.at("arguments")[0].at("fits_on_chip") == false);
  CHECK(report.summary.find("must stay off the chip") != std::string::npos);
}

TEST_CASE("codegen: a refused program writes nothing") {
  const test::Scratch scratch;
  function program = test::doubling("twice", 16, 0);
  program.set_schedule({{Split{"s", LoopRef(3), 2, "", ""}, {}}});
  CHECK(test::error_of([&] { program.codegen(test::quiet(scratch / "twice")); }) == "unknown-loop");
  CHECK(scratch.entries() == 0);
}

TEST_CASE("codegen: an unknown device and an empty program are refused") {
  const test::Scratch scratch;
  CompileOptions options = test::quiet(scratch / "p");
  options.device = "abacus";
  CHECK(test::error_of([&] { test::doubling("twice", 4, 0).codegen(options); }) == "unknown-device");
  CHECK(test::error_of([&] { function("nothing").codegen(test::quiet(scratch / "p")); }) == "empty-program");
  CHECK(scratch.entries() == 0);
}

TEST_CASE("codegen: functions side by side do not know of each other") {
  const test::Scratch scratch;
  function first = test::doubling("first", 8, 0), second = test::doubling("second", 12, 3);
  CHECK(second.codegen(test::quiet(scratch / "second")).verified);
  CHECK(first.codegen(test::quiet(scratch / "first")).verified);
  CHECK(test::read(scratch / "first/first.h").find("x[8]") != std::string::npos);
  CHECK(test::read(scratch / "second/second.h").find("x[12]") != std::string::npos);
}

TEST_CASE("codegen: two functions of one name are not mixed in one directory, one function may be compiled again") {
  const test::Scratch scratch;
  function small = test::doubling("scaling", 8, 0), large = test::doubling("scaling", 16, 0);
  small.codegen(test::quiet(scratch / "scaling"));
  CHECK(test::error_of([&] { large.codegen(test::quiet(scratch / "scaling/")); }) == "directory-used-twice");
  // Behind a directory that is not there.
  CHECK(test::error_of([&] { large.codegen(test::quiet(scratch / "none/../scaling")); }) == "directory-used-twice");
  CHECK(test::read(scratch / "scaling/scaling.h").find("x[8]") != std::string::npos);
  small.codegen(test::quiet(scratch / "scaling"));
  large.codegen(test::quiet(scratch / "large"));
}

TEST_CASE("codegen: the same program gives the same text twice") {
  const auto text = [] {
    CompileOptions options = test::quiet("unused");
    options.write = options.verify = false;
    return test::doubling("twice", 30, 4).codegen(options).hls_cpp;
  };
  CHECK(text() == text());
}

TEST_CASE("auto_DSE: writes the design that it found, verified, with its bound in the report") {
  const test::Scratch scratch;
  const Report report = test::doubling("twice", 16, 4).auto_DSE(scratch / "twice", test::quiet(""));
  CHECK(report.verified);
  CHECK(report.exploration.available);
  CHECK(report.exploration.bound <= static_cast<double>(report.estimate.latency));
  CHECK(report.estimate.latency <= report.exploration.automatic);
  CHECK(nlohmann::json::parse(test::read(scratch / "twice/report.json")).contains("bound"));
}

TEST_CASE("auto_DSE: the design stays the function's schedule, so that codegen() afterwards writes the same kernel") {
  const test::Scratch scratch;
  function program = test::doubling("twice", 64, 0);
  const Report found = program.auto_DSE(scratch / "twice", test::quiet(""));
  REQUIRE_FALSE(found.exploration.schedule.empty());
  CHECK(program.schedule().size() > 0);
  const Report again = program.codegen(test::quiet(scratch / "twice"));
  CHECK(again.hls_cpp == found.hls_cpp);
  CHECK(test::read(scratch / "twice/twice.cpp") == found.hls_cpp);
}

TEST_CASE("auto_DSE: without a path the project goes where codegen() puts it") {
  const test::Scratch scratch;
  const auto before = test::fs::current_path();
  test::fs::current_path(scratch / ".");
  test::doubling("twice", 16, 4).auto_DSE();
  test::fs::current_path(before);
  CHECK(test::fs::exists(scratch / "out/twice/twice.cpp"));
}

TEST_CASE("dumps: POM_DUMP writes every stage and each directive, POM_STOP_AFTER ends early") {
  const test::Scratch scratch;
  setenv("POM_DUMP", (scratch / "stages").c_str(), 1);
  test::doubling("twice", 16, 4).codegen(test::quiet(scratch / "twice"));
  for (const char* file :
       {"00-dsl.txt", "01-scop.txt", "02-01-graph.dot", "02-graph.txt", "03-01-s.split.txt", "03-02-s.pipeline.txt",
        "03-schedule.txt", "04-loops.txt", "05-affine.mlir", "06-kernel.cpp"}) {
    CAPTURE(file);
    CHECK(test::fs::exists(scratch / ("stages/" + std::string(file))));
  }
  test::fs::remove_all(scratch / "stages");
  setenv("POM_STOP_AFTER", "2", 1);
  const Report report = test::doubling("twice", 16, 4).codegen(test::quiet(scratch / "stopped"));
  unsetenv("POM_STOP_AFTER");
  unsetenv("POM_DUMP");
  CHECK(report.files.empty());
  CHECK(test::fs::exists(scratch / "stages/02-graph.txt"));
  CHECK_FALSE(test::fs::exists(scratch / "stages/04-loops.txt"));
  CHECK_FALSE(test::fs::exists(scratch / "stopped"));
}

TEST_CASE("verify: a host compiler that does not link fails on any program") {
  setenv("CXX", "c++ -c", 1);
  const Verification result = test::doubling("twice", 16, 0).verify();
  unsetenv("CXX");
  CHECK_FALSE(result.agreed);
  CHECK(result.detail.find("fails on any program") != std::string::npos);
}

TEST_CASE("verify: without a host compiler nothing is called verified") {
  const char* path = std::getenv("PATH");
  const std::string kept = path ? path : "";
  unsetenv("CXX");
  setenv("PATH", "/nonexistent", 1);
  const Verification result = test::doubling("twice", 16, 0).verify();
  setenv("PATH", kept.c_str(), 1);
  CHECK_FALSE(result.agreed);
  CHECK(result.detail.find("no C++ compiler") != std::string::npos);
}

TEST_CASE("codegen: a requantisation that is always 0 is not called verified, and the report names it") {
  const test::Scratch scratch;
  function program("requantised");
  program.scope([] {
    var i("i", 0, 16);
    placeholder A("A", {16}, p_int8), B("B", {16}, p_int8);
    compute q("q", {i}, cast(A(i) * A(i) >> 20, p_int8), B(i));
  });
  const Report report = program.codegen(test::quiet(scratch / "requantised"));
  CHECK_FALSE(report.verified);
  CHECK(report.verification.constant_computes == std::vector<std::string>{"q"});
  CHECK(report.summary.find("NOT verified") != std::string::npos);
}

TEST_CASE("codegen: a match of two strings, which random bytes never have, is found by inputs that are all equal") {
  const test::Scratch scratch;
  function program("prefix");
  program.scope([] {
    var i("i", 0, 16);
    placeholder A("A", {16}, p_uint8), B("B", {16}, p_uint8);
    scalar count("count", p_uint8), all("all", p_uint8);
    all.output();
    compute none("none", {}, count = 0);
    compute add("add", {i}, count = cast(count + select(A(i) == B(i), 1, 0), p_uint8));
    compute whole("whole", {}, all = cast(count == 16, p_uint8));
  });
  const Report report = program.codegen(test::quiet(scratch / "prefix"));
  CHECK(report.verified);
  CHECK(report.verification.arms_taken == report.verification.arms);
}

TEST_CASE("verify: Ctrl-C ends it, and nothing is said against the design") {
  const auto of_doctest = std::signal(SIGINT, SIG_DFL);
  function program("interrupted");
  program.scope([] {
    var i("i", 0, 16);
    placeholder A("A", {16}, p_int32), B("B", {16}, p_int32);
    compute s("s", {i}, A(i) + 1, B(i));
  });
  {
    const Interruption interruption;
    std::raise(SIGINT);
    const Verification result = program.verify();
    CHECK_FALSE(result.agreed);
    CHECK(result.detail == "interrupted");
  }
  CHECK(program.verify().agreed);
  std::signal(SIGINT, of_doctest);
}

TEST_CASE("codegen: the summary counts the arms that were taken and names the others") {
  const test::Scratch scratch;
  function program("clamped");
  program.scope([] {
    var i("i", 0, 64);
    placeholder A("A", {64}, p_int8), B("B", {64}, p_int8);
    compute q("q", {i}, p_min(p_max(A(i), -100), 127), B(i));
  });
  const Report report = program.codegen(test::quiet(scratch / "clamped"));
  CHECK(report.verified);
  CHECK(report.verification.arms == 4);
  CHECK(report.verification.arms_taken >= 3);
  CHECK(report.summary.find("arms taken") != std::string::npos);
  const auto json = nlohmann::json::parse(test::read(scratch / "clamped/report.json"));
  CHECK(json.at("verification").at("arms") == 4);
}

TEST_CASE("codegen: a design that does not fit its device is written with a warning that names each resource") {
  const test::Scratch scratch;
  function program = test::doubling("wide", 1024, 1024);
  program.set_schedule({{Unroll{"s", LoopRef(0), -1}, {}}, {Partition{"x", {1024}, {"complete"}}, {}}});
  CompileOptions options = test::quiet(scratch / "wide");
  options.device = "xc7z010";
  const Report report = program.codegen(options);
  REQUIRE(report.warnings.size() == 1);
  CHECK(report.warnings.front().code == "over-device");
  CHECK(report.warnings.front().message.find("DSP of 80") != std::string::npos);
}

namespace {

/// The deepest sum of the language, declared and compiled by the calling thread.
void* compile_deep_value(void* verified) {
  function deep("deep");
  deep.scope([] {
    var i("i", 0, 4);
    placeholder A("A", {4}, p_int32);
    expr value = A(i);
    for (int n = 0; n < 990; ++n) value = value * 3 + 1;
    compute s("s", {i}, value, A(i));
  });
  CompileOptions options;
  options.quiet = true;
  options.write = false;
  *static_cast<bool*>(verified) = deep.codegen(options).verified;
  return nullptr;
}

}  // namespace

TEST_CASE("codegen: on a thread with a small stack, the deepest values compile as on any other") {
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  // What building the value takes itself fits; a sanitizer's frames are several times as large.
  REQUIRE(pthread_attr_setstacksize(&attributes, std::size_t{1} << 20) == 0);
  bool verified = false;
  pthread_t thread;
  REQUIRE(pthread_create(&thread, &attributes, compile_deep_value, &verified) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  CHECK(verified);
}
