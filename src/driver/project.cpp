#include "driver/project.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "support/atomic_write.hpp"
#include "support/findings.hpp"

namespace pom::driver {

namespace fs = std::filesystem;

namespace {

/// Without the trailing slash, which would make the parent's name ambiguous.
fs::path normalized(const std::string& path) {
  fs::path result = fs::path(path).lexically_normal();
  return result.has_filename() ? result : result.parent_path();
}

bool wrote_libpom(const fs::path& directory) {
  std::ifstream in(directory / "report.json");
  const nlohmann::json report = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  return report.is_object() && report.value("generator", "") == "libpom";
}

Status refuse(const fs::path& path, const std::string& why) {
  return make_error("cannot-write", "cannot write the project to " + path.string() + "\n" + why, {});
}

}  // namespace

Status check_project_directory(const std::string& path) {
  const fs::path target = normalized(path);
  std::error_code failed;
  if (!fs::exists(target, failed)) return std::nullopt;
  if (fs::is_directory(target, failed) && (fs::is_empty(target, failed) || wrote_libpom(target))) return std::nullopt;
  return make_error(
      "not-our-directory",
      target.string() + " exists and was not written by libpom\nit is left as it is; give another path or remove it",
      {});
}

Status write_project(const std::string& path, const ProjectFiles& files) {
  if (Status refused = check_project_directory(path)) return refused;
  const fs::path target = normalized(path);
  const std::string unique = "." + target.filename().string() + "." + std::to_string(getpid());
  const fs::path fresh = target.parent_path() / (unique + ".new"), old = target.parent_path() / (unique + ".old");
  std::error_code failed, ignored;
  fs::remove_all(fresh, ignored);
  if (Status refused = make_directory(fresh)) return refused;
  for (const auto& [name, text] : files) {
    if (Status refused = write_file_atomically(fresh / name, text)) {
      fs::remove_all(fresh, ignored);
      return refused;
    }
  }
  const bool replaces = fs::exists(target, ignored);
  if (replaces) fs::rename(target, old, failed);
  if (!failed) fs::rename(fresh, target, failed);
  if (failed) {
    const std::string why = failed.message();
    if (replaces && !fs::exists(target, ignored)) fs::rename(old, target, ignored);
    fs::remove_all(fresh, ignored);
    return refuse(target, why);
  }
  fs::remove_all(old, ignored);
  return std::nullopt;
}

}  // namespace pom::driver
