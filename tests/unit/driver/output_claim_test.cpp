#include <doctest/doctest.h>

#include <filesystem>

#include <pom/diagnostic.hpp>

#include "driver/report/output_directories.hpp"

using namespace pom;

TEST_CASE("lost-search: is said of the program that was searched, not of one with another statement") {
  const std::string path = (std::filesystem::temp_directory_path() / "pom_lost_search").string();
  dsl::Function searched;
  searched.computes.emplace_back();
  driver::note_written(path);
  driver::note_searched(path, searched);
  CHECK(driver::check_search_kept(path, searched, {}));
  dsl::Function guarded = searched;
  guarded.computes.front().guards.emplace_back();
  CHECK_FALSE(driver::check_search_kept(path, guarded, {}));
  searched.computes.emplace_back();
  CHECK_FALSE(driver::check_search_kept(path, searched, {}));
}

TEST_CASE("output: a directory belongs to one function from the beginning of its compilation on") {
  const auto first = std::make_shared<dsl::Function>(), second = std::make_shared<dsl::Function>();
  const std::string path = (std::filesystem::temp_directory_path() / "pom_output_claim").string();
  std::filesystem::remove_all(path);
  {
    const driver::OutputClaim claim(path, first);
    CHECK_NOTHROW(driver::OutputClaim(path, first));
    CHECK_THROWS_AS(driver::OutputClaim(path + "/", second), CompileError);
  }
  {
    // The first one's compilation ended without files.
    const driver::OutputClaim claim(path, second);
    std::filesystem::create_directories(path);
    driver::note_written(path);
  }
  CHECK_THROWS_AS(driver::OutputClaim(path, first), CompileError);
  CHECK_NOTHROW(driver::OutputClaim(path, second));
  std::filesystem::remove_all(path);
  CHECK_NOTHROW(driver::OutputClaim(path, first));
}
