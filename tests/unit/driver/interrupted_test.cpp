#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>

#include "fixture.hpp"
#include "support/interruption.hpp"

using namespace pom;

namespace {

struct End {
  int signal = 0;    ///< that ended the process; 0: none did
  std::string said;  ///< on stdout and stderr
};

/// What becomes of a process of its own that does the work.
End end_of(const std::function<void()>& work) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    for (const int signal : {SIGINT, SIGABRT, SIGSEGV})
      std::signal(signal, SIG_DFL);  // the test framework's are others
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    work();
    std::fflush(nullptr);
    _exit(0);
  }
  close(ends[1]);
  End end;
  char text[4096];
  for (ssize_t count = 0; (count = read(ends[0], text, sizeof text)) > 0;)
    end.said.append(text, static_cast<std::size_t>(count));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  return end;
}

void declare_sum() {
  var i("i", 0, 16);
  placeholder A("A", {16}, p_int32), B("B", {16}, p_int32);
  compute s("s", {i}, B(i) = A(i) + 1);
}

/// A compiler that sends Ctrl-C to the program which calls it, and compiles.
test::fs::path interrupting_compiler(const test::Scratch& scratch) {
  const test::fs::path path = scratch / "compiler.sh";
  std::ofstream(path) << "#!/bin/sh\nkill -INT $PPID\nexec c++ \"$@\"\n";
  chmod(path.c_str(), 0755);
  return path;
}

}  // namespace

TEST_CASE("interrupted: Ctrl-C ends a program that compiles, and says so") {
  const End end = end_of([] {
    const InterruptionNotice notice;
    std::raise(SIGINT);
  });
  CHECK(end.signal == SIGINT);
  CHECK(end.said == "\nlibpom: interrupted\n");
}

TEST_CASE("interrupted: a search inside of a call goes on with what it has, and the call says nothing of it") {
  const End end = end_of([] {
    const InterruptionNotice notice;
    {
      const Interruption search;
      std::raise(SIGINT);
      if (Interruption::requested()) std::puts("the best so far");
    }
    std::puts("written");
  });
  CHECK(end.signal == 0);
  CHECK(end.said == "the best so far\nwritten\n");
}

TEST_CASE("interrupted: codegen() that is interrupted while the host compiles writes nothing") {
  const test::Scratch scratch;
  const test::fs::path out = scratch / "sum";
  setenv("CXX", interrupting_compiler(scratch).c_str(), 1);
  const End end = end_of([&] {
    function program("sum");
    program.scope(declare_sum);
    program.codegen(test::quiet(out));
  });
  unsetenv("CXX");
  CHECK(end.signal == SIGINT);
  CHECK(end.said.find("libpom: interrupted") != std::string::npos);
  CHECK_FALSE(test::fs::exists(out));
}

TEST_CASE("interrupted: a design that Ctrl-C leaves unverified is written as such, and the program ends") {
  const test::Scratch scratch;
  const test::fs::path out = scratch / "sum";
  setenv("CXX", interrupting_compiler(scratch).c_str(), 1);
  const End end = end_of([&] {
    function program("sum");
    program.scope(declare_sum);
    DseOptions options;
    static_cast<CompileOptions&>(options) = test::quiet(out);
    program.auto_DSE(options);
    std::puts("the program goes on");
  });
  unsetenv("CXX");
  CHECK(end.signal == SIGINT);
  CHECK(end.said.find("not-verified") != std::string::npos);
  CHECK(end.said.find("the program goes on") == std::string::npos);
  CHECK(test::read(out / "report.json").find("\"verified\": false") != std::string::npos);
}
