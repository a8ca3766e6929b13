#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "codegen/hls/testbench.hpp"
#include "codegen/host_headers/host_headers.hpp"
#include "execution.hpp"
#include "programs.hpp"

using namespace pom;

namespace {

void declare(const test::ScheduledProgram& program, int schedule) {
  std::vector<compute> computes = program.declare();
  if (schedule >= 0) program.schedules[schedule](computes);
}

void write(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }

/// Compiles the kernel with its test bench without a warning, runs it, and wants it to pass.
bool passes_its_testbench(const test::ScheduledProgram& program, const std::string& compiler) {
  const auto made = test::compile([&] { declare(program, 0); }, program.hardware);
  const std::filesystem::path directory = std::filesystem::temp_directory_path() / "pom-equivalence";
  std::filesystem::create_directories(directory);
  write(directory / "f.h", made->header);
  write(directory / "f.cpp", made->kernel);
  const backend::TestInputs inputs{driver::first_runs(*made->program, 0)};
  const std::string testbench = backend::emit_testbench(*made->program, 0, inputs);
  write(directory / "f_tb.cpp", testbench);
  for (const backend::HostHeader& header : backend::host_headers_for(made->kernel + testbench))
    write(directory / header.name, header.text);
  const std::string at = directory.string() + "/";
  const std::string build =
      compiler +
      " -std=c++17 -O1 -ffp-contract=off -frounding-math -fwrapv -Wall -Wextra -Werror -Wno-unknown-pragmas -isystem " +
      at + " " + at + "f.cpp " + at + "f_tb.cpp -o " + at + "tb";
  const bool passed = std::system(build.c_str()) == 0 && std::system((at + "tb > " + at + "log").c_str()) == 0;
  std::filesystem::remove_all(directory);
  return passed;
}

}  // namespace

TEST_CASE(
    "equivalence: every program, as written and under each of its schedules, is the same in all three executions") {
  for (const test::ScheduledProgram& program : test::scheduled_programs()) {
    for (int schedule = -1; schedule < static_cast<int>(program.schedules.size()); ++schedule) {
      CAPTURE(program.name);
      CAPTURE(schedule);
      CHECK(test::difference([&] { declare(program, schedule); }, program.hardware) == "");
    }
  }
}

TEST_CASE("equivalence: kernels and test benches compile without warnings, and pass") {
  std::vector<std::string> compilers = {"g++"};
  if (std::system("clang++ --version > /dev/null 2>&1") == 0) compilers.push_back("clang++");
  for (const std::string& compiler : compilers) {
    for (const test::ScheduledProgram& program : test::scheduled_programs()) {
      CAPTURE(compiler);
      CAPTURE(program.name);
      CHECK(passes_its_testbench(program, compiler));
    }
  }
}

TEST_CASE("equivalence: a test bench fails on a kernel with one wrong operator") {
  const auto made = test::compile([] { declare(test::scheduled_programs()[0], -1); });
  std::string kernel = made->kernel;
  const std::size_t sum = kernel.find("] + B");
  REQUIRE(sum != std::string::npos);
  kernel[sum + 2] = '-';
  made->kernel = kernel;
  const Verification result = driver::execute_and_compare(*made);
  CHECK_FALSE(result.agreed);
  CHECK(result.detail.find("in the HLS C++") != std::string::npos);
}

TEST_CASE("equivalence: a reassociated sum agrees as far as rounding goes") {
  const auto sum = [] {
    var i("i", 0, 9), j("j", 0, 40), k("k", 0, 30);
    placeholder A("A", {40, 30}), x("x", {9});
    compute s("s", {i, j, k}, x(i) + A(j, k) * 0.37, x(i));
    s.tile(1, 2, 7, 4);
  };
  CHECK(test::difference(sum).find("illegal-tile") != std::string::npos);
  function program("f");
  program.scope(sum);
  program.allow_reassociation();
  StageDump silent({});
  const auto made = driver::run_pipeline(program.record(), silent);
  CHECK(made->reassociated == std::vector<std::string>{"s"});
  CHECK(driver::tolerance_of(*made) > 0);
  const Verification result = driver::execute_and_compare(*made);
  CHECK(result.agreed);
  CHECK(result.detail.find("as far as rounding goes") != std::string::npos);
}

namespace {

/// The program with permission to reassociate, through all lowerings.
std::unique_ptr<driver::Compilation> compile_reassociated(const std::function<void()>& body) {
  function program("f");
  program.scope(body);
  program.allow_reassociation();
  StageDump silent({});
  auto made = driver::run_pipeline(program.record(), silent);
  REQUIRE(made->reassociated.size() > 0);
  return made;
}

}  // namespace

TEST_CASE("equivalence: what is small beside the terms of a reassociated sum agrees as far as rounding goes") {
  // Rows minus their mean over the root of their variance, and the same in whole hundredths.
  const auto made = compile_reassociated([] {
    var i("i", 0, 32), j("j", 0, 64), k("k", 0, 64), l("l", 0, 64);
    placeholder A("A", {32, 64}), out("out", {32, 64}), sum("sum", {32}), squares("squares", {32}),
        rounded("rounded", {32}, p_int32);
    compute s("s", {i, j}, sum(i) += A(i, j));
    const expr centred = A(i, k) - sum(i) / 64;
    compute v("v", {i, k}, squares(i) += centred * centred);
    compute o("o", {i, l}, out(i, l) = (A(i, l) - sum(i) / 64) * rsqrt(squares(i) / 64 + 1e-5f));
    compute r("r", {i}, rounded(i) = cast(round(squares(i) * 100), p_int32));
    s.reverse(j);
    v.reverse(k);
  });
  const Verification result = driver::execute_and_compare(*made);
  INFO(result.detail);
  CHECK(result.agreed);
}

TEST_CASE("equivalence: a reassociated kernel that is wrong by a hundredth differs by more than rounding explains") {
  const auto made = compile_reassociated([] {
    var i("i", 0, 4096), k("k", 0, 64);
    placeholder A("A", {4096, 64}), x("x", {64}), r("r", {4096});
    scalar sum("sum");
    compute zero("zero", {i}, sum = 0.0f), add("add", {i, k}, sum += A(i, k) * x(k)),
        scaled("scaled", {i}, r(i) = sum * 0.5f);
    add.after(zero, i);
    scaled.after(add, i);
    add.reverse(k);
  });
  CHECK(driver::execute_and_compare(*made).agreed);
  const std::size_t half = made->kernel.find("0.5f");
  REQUIRE(half != std::string::npos);
  made->kernel.replace(half, 4, "0.505f");
  const Verification result = driver::execute_and_compare(*made);
  CHECK_FALSE(result.agreed);
  CHECK(result.detail.find("in the HLS C++") != std::string::npos);
}

TEST_CASE("equivalence: loops of which a guard leaves nothing are not made") {
  CHECK(test::difference([] {
          var i("i", 0, 2), j("j", i + 1, 4), k("k", 0, 2), l("l", k + 1, 3);
          placeholder A("A", {1, 1}, p_float32);
          compute s("s", {i, j}, A(0, 0) = 1.0), t("t", {k, l}, A(0, 0) = 2.0);
          t.where(k < 2 || k > 0);
          t.after(s, 1);
          s.peel(1, -1);
        }) == "");
}
