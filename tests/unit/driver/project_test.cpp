#include <doctest/doctest.h>

#include "driver/project.hpp"
#include "fixture.hpp"

using namespace pom;
using driver::write_project;

namespace {

const driver::ProjectFiles ours = {{"kernel.cpp", "void f() {}\n"}, {"report.json", "{\"generator\": \"libpom\"}\n"}};

std::string code(const Status& status) { return status ? status->code : ""; }

}  // namespace

TEST_CASE("project: parents are made, a trailing slash is no matter") {
  const test::Scratch scratch;
  CHECK(code(write_project(scratch / "a/b/c/", ours)) == "");
  CHECK(test::read(scratch / "a/b/c/kernel.cpp") == "void f() {}\n");
}

TEST_CASE("project: one of libpom's own is replaced as a whole") {
  const test::Scratch scratch;
  REQUIRE(code(write_project(scratch / "p", ours)) == "");
  std::ofstream(scratch / "p/stale.cpp") << "old";
  CHECK(code(write_project(scratch / "p", ours)) == "");
  CHECK_FALSE(test::fs::exists(scratch / "p/stale.cpp"));
  CHECK(scratch.entries() == 1);
}

TEST_CASE("project: a directory that libpom did not write is left as it is") {
  const test::Scratch scratch;
  test::fs::create_directories(scratch / "mine");
  std::ofstream(scratch / "mine/thesis.txt") << "three years";
  CHECK(code(write_project(scratch / "mine", ours)) == "not-our-directory");
  std::ofstream(scratch / "mine/report.json") << "{\"generator\": \"something else\"}";
  CHECK(code(write_project(scratch / "mine", ours)) == "not-our-directory");
  CHECK(test::read(scratch / "mine/thesis.txt") == "three years");
  CHECK(scratch.entries() == 1);
}

TEST_CASE("project: an empty directory may be used, a file may not") {
  const test::Scratch scratch;
  test::fs::create_directories(scratch / "empty");
  CHECK(code(write_project(scratch / "empty", ours)) == "");
  std::ofstream(scratch / "file") << "text";
  CHECK(code(write_project(scratch / "file", ours)) == "not-our-directory");
  CHECK(code(write_project(scratch / "file/below", ours)) == "cannot-write");
  CHECK(test::read(scratch / "file") == "text");
}
