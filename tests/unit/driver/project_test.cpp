#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/report/manifest.hpp"
#include "driver/report/project.hpp"
#include "fixture.hpp"

using namespace pom;
using driver::InTheWay;

namespace {

const driver::ProjectFiles ours = {{"kernel.cpp", "void f() {}\n"}, {"report.json", "{\"generator\": \"libpom\"}\n"}};
const driver::ProjectFiles newer = {{"kernel.cpp", "void g() {}\n"}, {"report.json", "{\"generator\": \"libpom\"}\n"}};

std::string code(const Status& status) { return status ? status->code : ""; }

std::string write(const std::string& path, const driver::ProjectFiles& files, InTheWay way = InTheWay::refuse) {
  return code(driver::write_project(path, files, way));
}

void put(const std::string& path, const std::string& text) {
  test::fs::create_directories(test::fs::path(path).parent_path());
  std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("project: parents are made, a trailing slash is no matter") {
  const test::Scratch scratch;
  CHECK(write(scratch / "a/b/c/", ours) == "");
  CHECK(test::read(scratch / "a/b/c/kernel.cpp") == "void f() {}\n");
}

TEST_CASE("project: untouched files of libpom are replaced") {
  const test::Scratch scratch;
  REQUIRE(write(scratch / "p", ours) == "");
  CHECK(write(scratch / "p", newer) == "");
  CHECK(test::read(scratch / "p/kernel.cpp") == "void g() {}\n");
}

TEST_CASE("project: what the user made in the directory stays") {
  const test::Scratch scratch;
  REQUIRE(write(scratch / "p", ours) == "");
  put(scratch / "p/vitis/solution1/csynth.xml", "a night's synthesis");
  put(scratch / "p/notes.txt", "mine");
  CHECK(write(scratch / "p", newer) == "");
  CHECK(test::read(scratch / "p/vitis/solution1/csynth.xml") == "a night's synthesis");
  CHECK(test::read(scratch / "p/notes.txt") == "mine");
}

TEST_CASE("project: an edited file is refused by name and nothing is replaced") {
  const test::Scratch scratch;
  driver::ProjectFiles with_bench = ours;
  with_bench.emplace_back("bench.cpp", "int main() {}\n");
  REQUIRE(write(scratch / "p", with_bench) == "");
  put(scratch / "p/bench.cpp", "int main() { return 1; }\n");
  with_bench[0].second = "void g() {}\n";
  const Status refused = driver::write_project(scratch / "p", with_bench, InTheWay::refuse);
  REQUIRE(refused.has_value());
  CHECK(refused->code == "changed-file");
  CHECK(refused->message.find("bench.cpp") != std::string::npos);
  CHECK(refused->message.find("kernel.cpp") == std::string::npos);
  CHECK(test::read(scratch / "p/bench.cpp") == "int main() { return 1; }\n");
  CHECK(test::read(scratch / "p/kernel.cpp") == "void f() {}\n");
  CHECK(write(scratch / "p", with_bench, InTheWay::overwrite) == "");
  CHECK(test::read(scratch / "p/bench.cpp") == "int main() {}\n");
  CHECK(write(scratch / "p", ours) == "");
}

TEST_CASE("project: a file of the user's own is not replaced because the project has one of that name") {
  const test::Scratch scratch;
  REQUIRE(write(scratch / "p", ours) == "");
  put(scratch / "p/helper.h", "// mine");
  driver::ProjectFiles more = ours;
  more.emplace_back("helper.h", "// libpom's");
  CHECK(write(scratch / "p", more) == "changed-file");
  CHECK(test::read(scratch / "p/helper.h") == "// mine");
}

TEST_CASE("project: a file that the project no longer has goes, unless somebody edited it") {
  const test::Scratch scratch;
  driver::ProjectFiles more = ours;
  more.emplace_back("old.h", "1");
  more.emplace_back("edited.h", "1");
  REQUIRE(write(scratch / "p", more) == "");
  put(scratch / "p/edited.h", "2");
  CHECK(write(scratch / "p", ours) == "");
  CHECK_FALSE(test::fs::exists(scratch / "p/old.h"));
  CHECK(test::read(scratch / "p/edited.h") == "2");
}

TEST_CASE("project: a file that is as it will be is not touched") {
  const test::Scratch scratch;
  REQUIRE(write(scratch / "p", ours) == "");
  const auto long_ago = test::fs::file_time_type::clock::now() - std::chrono::hours(24);
  test::fs::last_write_time(scratch / "p/kernel.cpp", long_ago);
  CHECK(write(scratch / "p", ours) == "");
  CHECK(test::fs::last_write_time(scratch / "p/kernel.cpp") == long_ago);
}

TEST_CASE("project: staged files of a killed run are removed") {
  const test::Scratch scratch;
  REQUIRE(write(scratch / "p", ours) == "");
  put(scratch / "p/.kernel.cpp.12345.0.pom-staged", "half of a ker");
  CHECK(write(scratch / "p", ours) == "");
  CHECK_FALSE(test::fs::exists(scratch / "p/.kernel.cpp.12345.0.pom-staged"));
}

TEST_CASE("project: files of a run that was killed between two of them are still libpom's") {
  const test::Scratch scratch;
  REQUIRE(write(scratch / "p", ours) == "");
  const driver::ProjectFiles next = {{"kernel.cpp", "void g() {}\n"},
                                     {"report.json", "{\"generator\": \"libpom\", \"n\": 2}"}};
  driver::Manifest both = driver::Manifest::read(scratch / "p");
  for (const auto& [name, text] : next) both.add(name, text);
  REQUIRE_FALSE(both.write(scratch / "p"));
  put(scratch / "p/kernel.cpp", "void g() {}\n");
  CHECK(write(scratch / "p", ours) == "");
}

TEST_CASE("project: a directory where a file has its place stops the writing before the first file") {
  const test::Scratch scratch;
  REQUIRE(write(scratch / "p", ours) == "");
  const std::string kernel = test::read(scratch / "p/kernel.cpp");
  const driver::ProjectFiles next = {{"kernel.cpp", "void g() {}\n"},
                                     {"report.json", "{\"generator\": \"libpom\", \"n\": 2}"}};
  test::fs::remove(scratch / "p/report.json");
  put(scratch / "p/report.json/in-the-way", "");
  CHECK(write(scratch / "p", next, InTheWay::overwrite) == "cannot-write");
  CHECK(test::read(scratch / "p/kernel.cpp") == kernel);
  CHECK(test::fs::exists(scratch / "p/report.json/in-the-way"));
}

TEST_CASE("project: a directory written by a version without a manifest is replaced where it is the same") {
  const test::Scratch scratch;
  put(scratch / "p/report.json", "{\"generator\": \"libpom\"}\n");
  put(scratch / "p/kernel.cpp", "void f() { edited(); }\n");
  CHECK(write(scratch / "p", ours) == "changed-file");
  CHECK(write(scratch / "p", ours, InTheWay::overwrite) == "");
}

TEST_CASE("project: where the record of what libpom wrote is missing or damaged, that is said, and of no file else") {
  const test::Scratch scratch;
  const auto said_with = [&](const char* manifest) {
    REQUIRE(write(scratch / "p", ours, InTheWay::overwrite) == "");
    test::fs::remove(scratch / "p/.pom-manifest.json");
    if (manifest) put(scratch / "p/.pom-manifest.json", manifest);
    const Status refused = driver::write_project(scratch / "p", newer, InTheWay::refuse);
    REQUIRE(refused.has_value());
    CHECK(refused->code == "changed-file");
    CHECK(refused->message.find("is not as libpom wrote it") == std::string::npos);
    CHECK(test::read(scratch / "p/kernel.cpp") == "void f() {}\n");
    return refused->message;
  };
  CHECK(said_with(nullptr).find(".pom-manifest.json is missing") != std::string::npos);
  for (const char* damaged : {"", "{\"files\": {\"kernel.cpp\": [\"", "{\"files\": {\"kernel.cpp\": 7}}"})
    CHECK(said_with(damaged).find(".pom-manifest.json cannot be read") != std::string::npos);
}

TEST_CASE("project: two processes that write one directory take turns") {
  const test::Scratch scratch;
  const auto project_of = [](char letter) {
    driver::ProjectFiles files;
    for (int n = 0; n < 20; ++n) files.emplace_back("file" + std::to_string(n), std::string(50'000, letter));
    return files;
  };
  const pid_t child = fork();
  if (child == 0) {
    bool failed = false;
    for (int round = 0; round < 20; ++round) failed |= write(scratch / "p", project_of('a')) != "";
    _exit(failed ? 1 : 0);
  }
  for (int round = 0; round < 20; ++round) CHECK(write(scratch / "p", project_of('b')) == "");
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  const char winner = test::read(scratch / "p/file0").front();
  for (int n = 0; n < 20; ++n) CHECK(test::read(scratch / ("p/file" + std::to_string(n))).front() == winner);
}

TEST_CASE("project: a directory that libpom did not write is left as it is") {
  const test::Scratch scratch;
  put(scratch / "mine/thesis.txt", "three years");
  CHECK(write(scratch / "mine", ours) == "not-our-directory");
  CHECK(write(scratch / "mine", ours, InTheWay::overwrite) == "not-our-directory");
  put(scratch / "mine/report.json", "{\"generator\": \"something else\"}");
  CHECK(write(scratch / "mine", ours) == "not-our-directory");
  CHECK(test::read(scratch / "mine/thesis.txt") == "three years");
  CHECK(scratch.entries() == 1);
}

TEST_CASE("project: an empty directory may be used, a file may not") {
  const test::Scratch scratch;
  test::fs::create_directories(scratch / "empty");
  CHECK(write(scratch / "empty", ours) == "");
  put(scratch / "file", "text");
  CHECK(write(scratch / "file", ours) == "not-our-directory");
  CHECK(write(scratch / "file/below", ours) == "cannot-write");
  CHECK(test::read(scratch / "file") == "text");
}

TEST_CASE("project: a directory that cannot be made is refused before the work, and nothing is made") {
  const test::Scratch scratch;
  const auto check = [](const std::string& path) {
    return code(driver::check_project_directory(path, {"kernel.cpp"}, InTheWay::refuse));
  };
  put(scratch / "file", "text");
  CHECK(check(scratch / "new/below") == "");
  CHECK(check(scratch / "file/below") == "cannot-write");
  CHECK(check(scratch / ("new/" + std::string(300, 'x'))) == "cannot-write");
  CHECK(scratch.entries() == 1);
}

TEST_CASE("project: a manifest cannot name a file outside the directory") {
  const test::Scratch scratch;
  REQUIRE(write(scratch / "p", ours) == "");
  put(scratch / "precious", "");
  // The hash of the empty text.
  put(scratch / "p/.pom-manifest.json", R"({"files": {"../precious": ["cbf29ce484222325"]}})");
  CHECK(write(scratch / "p", ours, InTheWay::overwrite) == "");
  CHECK(test::fs::exists(scratch / "precious"));
}

TEST_CASE("project: a directory in the place of the manifest or of the report is refused, and nothing is replaced") {
  const test::Scratch scratch;
  for (const std::string name : {".pom-manifest.json", "report.json"}) {
    const std::string project = scratch / name;
    REQUIRE(write(project, ours) == "");
    test::fs::remove(project + "/" + name);
    test::fs::create_directory(project + "/" + name);
    CHECK(write(project, newer) != "");
    CHECK(test::read(project + "/kernel.cpp") == "void f() {}\n");
  }
}
