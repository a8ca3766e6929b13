#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <pom/diagnostic.hpp>
#include <pom/type.hpp>

#include "support/atomic_write.hpp"
#include "support/dump.hpp"
#include "support/findings.hpp"
#include "support/held_signals.hpp"
#include "support/print_diagnostic.hpp"
#include "support/words.hpp"

namespace fs = std::filesystem;
using namespace pom;

namespace {

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern = (fs::temp_directory_path() / "pom-test-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~TemporaryDirectory() { fs::remove_all(path); }

  fs::path path;
};

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::size_t entries(const fs::path& path) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator()));
}

/// A file with a program's lines, which a finding may point into.
struct SourceFile {
  const std::string path =
      (fs::temp_directory_path() / ("pom-unit-source-" + std::to_string(getpid()) + ".cpp")).string();

  explicit SourceFile(const std::string& text) { std::ofstream(path) << text; }
  SourceFile(const SourceFile&) = delete;
  ~SourceFile() { fs::remove(path); }
};

}  // namespace

TEST_CASE("render: has the place, the code, indented details, notes with places, and help") {
  Diagnostic error;
  error.code = "illegal-interchange";
  error.message = "cannot interchange i and j of \"S\"\nS[0,1] writes A[1]";
  error.at = {"/home/me/gemm.cpp", 31};
  error.notes.push_back({"loop order here is (i, j, k), after split", {"src/gemm.cpp", 29}});
  error.notes.push_back({"distance (1,-1)", {}});
  error.help = "skew(i, j, 1) first";
  CHECK(render(error) ==
        "gemm.cpp:31: error[illegal-interchange]: cannot interchange i and j of \"S\"\n"
        "  S[0,1] writes A[1]\n"
        "  note: loop order here is (i, j, k), after split at gemm.cpp:29\n"
        "  note: distance (1,-1)\n"
        "  help: skew(i, j, 1) first\n");
}

TEST_CASE("render: a finding without a place starts with its severity") {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.code = "out-of-bounds";
  warning.message = "m";
  CHECK(render(warning) == "warning[out-of-bounds]: m\n");
}

TEST_CASE("render: a place in the C++ library says how the program's line is had") {
  const Diagnostic inside = make_error("duplicate-name", "twice", {"/usr/include/c++/12/bits/stl_construct.h", 97});
  CHECK(render(inside).find("push_back(compute(...)) gives the program's line") != std::string::npos);
  CHECK(render(make_error("duplicate-name", "twice", {"/home/me/c.cpp", 97})).find("push_back") == std::string::npos);
}

TEST_CASE("render_with_source: shows the line of the program, marked up to its comment") {
  const SourceFile source("int main() {\n  s.interchange(i, j);  // wrong\n}\n");
  const std::string& file = source.path;
  pom::Diagnostic error;
  error.code = "illegal-interchange";
  error.message = "cannot interchange i and j\nwhy";
  error.at = {file, 2};
  CHECK(render_with_source(error, pom::Style::plain) == to_string(error.at) +
                                                            ": error[illegal-interchange]: cannot interchange i and j\n"
                                                            "  2 |   s.interchange(i, j);  // wrong\n"
                                                            "    |   ^~~~~~~~~~~~~~~~~~~~\n"
                                                            "  why\n");
  const std::string coloured = render_with_source(error, pom::Style::colour);
  CHECK(coloured.find("\033[1;31merror[illegal-interchange]\033[0m") != std::string::npos);
  CHECK(coloured.find("\033[1;32m  ^~") != std::string::npos);
  error.at = {file, 7};
  CHECK(render_with_source(error, pom::Style::plain) == render(error));
  error.at = {"/nowhere/at/all.cpp", 2};
  CHECK(render_with_source(error, pom::Style::plain) == render(error));
}

TEST_CASE("render_with_source: a fix stands below what it replaces, if that is in the line once") {
  const SourceFile source("  A.partition({4}, \"cyclical\");\n  s.unroll(i, 16);  // 16\n");
  const std::string& file = source.path;
  pom::Diagnostic error;
  error.code = "bad-partition";
  error.message = "m";
  error.at = {file, 1};
  error = pom::misspelt(error, "cyclical", {"cyclic", "block", "complete", "none"});
  CHECK(render_with_source(error, pom::Style::plain) == to_string(error.at) +
                                                            ": error[bad-partition]: m\n"
                                                            "  1 |   A.partition({4}, \"cyclical\");\n"
                                                            "    |                    ^~~~~~~~~~\n"
                                                            "    |                    \"cyclic\"\n"
                                                            "  fix: write \"cyclic\" for \"cyclical\"\n");
  error.at = {file, 2};
  error.fix = {"16", "8"};
  CHECK(render_with_source(error, pom::Style::plain) == to_string(error.at) +
                                                            ": error[bad-partition]: m\n"
                                                            "  2 |   s.unroll(i, 16);  // 16\n"
                                                            "    |   ^~~~~~~~~~~~~~~~\n"
                                                            "  fix: write 8 for 16\n");
}

TEST_CASE("meant_word: the one word that is near enough, and none where two are as near") {
  CHECK(pom::meant_word("cylic", {"cyclic", "block"}) == "cyclic");
  CHECK(pom::meant_word("cycilc", {"cyclic", "block"}) == "cyclic");
  CHECK(pom::meant_word("clk", {"cyclic", "block"}).empty());
  CHECK(pom::meant_word("xc7z030clg", {"xc7z020clg", "xc7z010clg"}).empty());
  CHECK(pom::meant_word("z", {"x"}).empty());
  CHECK(pom::meant_word("", {"", "a"}).empty());
  CHECK(pom::meant_word("ram", {}).empty());
}

TEST_CASE(
    "meant_word: capitals and separators do not count, and an ordering code means the device that it begins with") {
  const std::vector<std::string> boards = {"kv260", "pynq_z2", "zcu104"};
  CHECK(pom::meant_word("KV-260", boards) == "kv260");
  CHECK(pom::meant_word("PYNQ-Z2", boards) == "pynq_z2");
  CHECK(pom::meant_word("ZCU104", boards) == "zcu104");
  CHECK(pom::meant_word("ZCU", boards).empty());
  CHECK(pom::meant_word("xc7z020clg400-1", {"xc7z010", "xc7z020"}) == "xc7z020");
  CHECK(pom::meant_word("xczu3eg-sbva484-1-e", {"xczu3", "xczu3eg"}) == "xczu3eg");
  CHECK(pom::meant_word("xc7z999clg400-1", {"xc7z010", "xc7z020"}).empty());
}

TEST_CASE("render_with_source: marks the call that the column points into, at its name or a parenthesis") {
  const SourceFile source("  s.tile(i, j, (2), 4).pipeline(i);  var a(\"ä\"), b(\"b\");\n  s.tile(i,\n");
  const std::string& file = source.path;
  const auto marks = [&](unsigned line, unsigned column) {
    pom::Diagnostic error;
    error.at = {file, line};
    error.at.column = column;
    const std::string text = render_with_source(error, pom::Style::plain);
    const std::size_t begin = text.rfind("| ") + 2;
    return text.substr(begin, text.size() - begin - 1);
  };
  const std::string tile = "    ^" + std::string(17, '~'), pipeline = std::string(23, ' ') + "^" + std::string(10, '~');
  for (const unsigned column : {3U, 5U, 9U, 22U}) {
    CAPTURE(column);
    CHECK(marks(1, column) == tile);
  }
  CHECK(marks(1, 24) == pipeline);
  CHECK(marks(1, 32) == pipeline);
  CHECK(marks(1, 48) == std::string(41, ' ') + "^~~~~~");
  CHECK(marks(1, 56) == std::string(49, ' ') + "^~~~~~");
  // A call that goes on in the next line, and no call: the statement.
  CHECK(marks(2, 9) == "  ^" + std::string(8, '~'));
  CHECK(marks(2, 60) == "  ^" + std::string(8, '~'));
}

TEST_CASE("to_string(Type): the DSL's spelling") {
  CHECK(to_string(p_uint8) == "p_uint8");
  CHECK(to_string(p_int64) == "p_int64");
  CHECK(to_string(p_float64) == "p_float64");
}

TEST_CASE("CompileError: what() holds all findings") {
  Diagnostic first, second;
  first.code = "a-b";
  second.code = "c-d";
  std::string text = CompileError({first, second}).what();
  CHECK(text == "error[a-b]: \nerror[c-d]: \n");
}

TEST_CASE("CompileError: uncaught, it prints its text to stderr and ends with status 1") {
  int channel[2];
  REQUIRE(pipe(channel) == 0);
  pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(channel[1], STDERR_FILENO);
    Diagnostic error;
    error.code = "no-function";
    error.message = "m";
    // Through a noexcept function, so that no handler of the test framework sees it.
    auto raise = [&] { throw CompileError({error}); };
    [&]() noexcept { raise(); }();
  }
  close(channel[1]);
  char buffer[256] = {};
  ssize_t size = ::read(channel[0], buffer, sizeof buffer - 1);
  close(channel[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(size > 0);
  CHECK(std::string(buffer) == "error[no-function]: m\n");
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 1);
}

TEST_CASE("write_file_atomically: replaces a file and leaves nothing else behind") {
  TemporaryDirectory directory;
  fs::path file = directory.path / "kernel.cpp";
  CHECK_FALSE(write_file_atomically(file, "old").has_value());
  CHECK_FALSE(write_file_atomically(file, "new text").has_value());
  CHECK(read(file) == "new text");
  CHECK(entries(directory.path) == 1);
}

TEST_CASE("write_file_atomically: a missing directory gives cannot-write with the path") {
  Status failed = write_file_atomically("/nonexistent/pom/kernel.cpp", "x");
  REQUIRE(failed.has_value());
  CHECK(failed->code == "cannot-write");
  CHECK(failed->message.find("/nonexistent/pom/kernel.cpp") != std::string::npos);
}

TEST_CASE("write_file_atomically: a target that is a directory gives cannot-write and no leftover") {
  TemporaryDirectory directory;
  fs::create_directories(directory.path / "kernel.cpp" / "inside");
  Status failed = write_file_atomically(directory.path / "kernel.cpp", "x");
  REQUIRE(failed.has_value());
  CHECK(failed->code == "cannot-write");
  CHECK(entries(directory.path) == 1);
}

TEST_CASE("make_directory: a file in the way gives cannot-write") {
  TemporaryDirectory directory;
  CHECK_FALSE(write_file_atomically(directory.path / "file", "x").has_value());
  CHECK(make_directory(directory.path / "file").has_value());
  CHECK(make_directory(directory.path / "file" / "below").has_value());
  CHECK_FALSE(make_directory(directory.path / "a" / "b").has_value());
  CHECK(fs::is_directory(directory.path / "a" / "b"));
}

TEST_CASE("StageDump: numbers the stages and their steps and marks unchanged texts") {
  TemporaryDirectory directory;
  fs::path out = directory.path / "made" / "here";
  StageDump dump({out.string(), {}, false});
  CHECK_FALSE(dump.stage("dsl.txt", "program").has_value());
  CHECK_FALSE(dump.stage("graph.dot", "digraph").has_value());
  CHECK_FALSE(dump.step("skew.txt", [] { return "skewed"; }).has_value());
  CHECK_FALSE(dump.step("tile.txt", [] { return "skewed"; }).has_value());
  CHECK_FALSE(dump.stage("scop.txt", "tiled").has_value());
  CHECK(read(out / "00-dsl.txt") == "program");
  CHECK(read(out / "01-graph.dot") == "digraph");
  CHECK(read(out / "02-01-skew.txt") == "skewed");
  CHECK(read(out / "02-02-tile.txt") == "(unchanged)\n");
  CHECK(read(out / "02-scop.txt") == "tiled");
}

TEST_CASE("StageDump: without a directory no text is made") {
  StageDump dump({"", {}, false});
  bool made = false;
  dump.stage("dsl.txt", [&] {
    made = true;
    return std::string();
  });
  CHECK_FALSE(made);
}

TEST_CASE("StageDump: stops after the stage that was asked for, and lists the times") {
  StageDump dump({"", 1, false});
  dump.stage("dsl.txt", "");
  CHECK_FALSE(dump.should_stop());
  dump.stage("graph.dot", "");
  CHECK(dump.should_stop());
  std::string table = dump.time_table();
  CHECK(table.find("00-dsl.txt") != std::string::npos);
  CHECK(table.find("01-graph.dot") != std::string::npos);
  CHECK(table.find("sum") != std::string::npos);
}

TEST_CASE("StageDump: a directory that cannot be made is a finding") {
  StageDump dump({"/proc/pom-cannot-be-here", {}, false});
  Status failed = dump.stage("dsl.txt", "");
  REQUIRE(failed.has_value());
  CHECK(failed->code == "cannot-write");
}

TEST_CASE("DumpSettings: come from the environment, a wrong number is refused") {
  setenv("POM_DUMP", "somewhere", 1);
  setenv("POM_STOP_AFTER", "3", 1);
  setenv("POM_TIME", "1", 1);
  Result<DumpSettings> settings = DumpSettings::from_environment();
  REQUIRE(static_cast<bool>(settings));
  CHECK(settings->directory == "somewhere");
  CHECK(settings->stop_after == 3);
  CHECK(settings->show_times);
  for (const char* wrong : {"three", "3x", "-1", "99999999999999999999"}) {
    setenv("POM_STOP_AFTER", wrong, 1);
    Result<DumpSettings> refused = DumpSettings::from_environment();
    REQUIRE_FALSE(static_cast<bool>(refused));
    CHECK(refused.errors().front().code == "bad-environment");
  }
  unsetenv("POM_DUMP");
  unsetenv("POM_STOP_AFTER");
  unsetenv("POM_TIME");
}

namespace {

/// How a child process ends that is asked to end in the middle of writing `path`, and goes on.
int status_of_interrupted_writer(const fs::path& path, int signal) {
  const pid_t child = fork();
  if (child == 0) {
    for (const int held : HeldSignals::signals) std::signal(held, SIG_DFL);  // the test framework's are the parent's
    {
      const HeldSignals outer;
      {
        const HeldSignals inner;
        kill(getpid(), signal);
      }
      std::ofstream(path) << "whole";
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("held signals: who is asked to end finishes what it holds them for, and then ends as it was asked to") {
  for (const int signal : HeldSignals::signals) {
    CAPTURE(signal);
    const TemporaryDirectory directory;
    const int status = status_of_interrupted_writer(directory.path / "file", signal);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == signal);
    CHECK(read(directory.path / "file") == "whole");
  }
}

TEST_CASE("held signals: a program's own handler is left alone") {
  static int seen = 0;
  const auto before = std::signal(SIGHUP, [](int) { ++seen; });
  {
    const HeldSignals held;
    raise(SIGHUP);
    CHECK(seen == 1);
  }
  std::signal(SIGHUP, before);
}

TEST_CASE("join_names: parts stand one _ apart, whatever they end and begin with") {
  CHECK(join_names({"s", "partial"}) == "s_partial");
  CHECK(join_names({"s_", "partial"}) == "s_partial");
  CHECK(join_names({"a_", "_b_", "_c"}) == "a_b_c");
  CHECK(join_names({"_s", "0"}) == "_s_0");
  CHECK(join_names({"s_", ""}) == "s_");
  CHECK(join_names({"_", "re"}) == "_re");
}
