#include "codegen/execute/temporary_directory.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "fixture.hpp"

using namespace pom;

namespace temporary_directory_tests {

namespace {

/// Where LLVM's listener for profilers would leave its files. It looks once, before the first test that executes.
const test::fs::path dump_directory = [] {
  const test::fs::path path = test::fs::temp_directory_path() / ("pom-jit-dumps-" + std::to_string(getpid()));
  setenv("JITDUMPDIR", path.c_str(), 1);
  return path;
}();

/// The path of a directory that a child process made, filled and left behind when the signal ended it.
test::fs::path made_by_process_ended_with(int signal) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    std::signal(signal, SIG_DFL);  // the test framework's handler is the parent's
    const backend::TemporaryDirectory directory;
    std::ofstream(directory.path() / "kernel.cpp") << "void f();";
    const std::string path = directory.path().string();
    if (write(ends[1], path.data(), path.size()) < 0) _exit(1);
    raise(signal);
    _exit(0);
  }
  close(ends[1]);
  char path[4096] = {};
  REQUIRE(read(ends[0], path, sizeof path - 1) > 0);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFSIGNALED(status));
  return path;
}

bool disappears(const test::fs::path& path) {
  for (int waited = 0; waited < 500 && test::fs::exists(path); ++waited) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return !test::fs::exists(path);
}

}  // namespace

TEST_CASE("temporary directory: it disappears with the object") {
  test::fs::path path;
  {
    const backend::TemporaryDirectory directory;
    path = directory.path();
    std::ofstream(path / "kernel.cpp") << "void f();";
    CHECK(test::fs::exists(path / "kernel.cpp"));
  }
  CHECK_FALSE(test::fs::exists(path));
}

TEST_CASE("temporary directory: an interrupted, killed or crashed process leaves none") {
  for (const int signal : {SIGINT, SIGKILL, SIGSEGV}) {
    CAPTURE(signal);
    CHECK(disappears(made_by_process_ended_with(signal)));
  }
}

TEST_CASE("execution: a verification leaves no files of the compiler behind it") {
  function program("f");
  program.scope([] {
    var i("i", 0, 8);
    placeholder A("A", {8});
    compute s("s", {i}, A(i) * 2.0, A(i));
  });
  CHECK(program.verify().agreed);
  CHECK_FALSE(test::fs::exists(dump_directory));
}

}  // namespace temporary_directory_tests
