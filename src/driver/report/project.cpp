#include "driver/report/project.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "driver/report/manifest.hpp"
#include "support/atomic_write.hpp"
#include "support/directory_lock.hpp"
#include "support/findings.hpp"
#include "support/held_signals.hpp"

namespace pom::driver {

namespace fs = std::filesystem;

namespace {

/// Without the trailing slash, which would make the parent's name ambiguous.
fs::path normalized(const std::string& path) {
  fs::path result = fs::path(path).lexically_normal();
  return result.has_filename() ? result : result.parent_path();
}

/// The file's text; of what is no file, none.
std::optional<std::string> read(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(path, ignored))) return std::nullopt;
  if (!fs::is_regular_file(path, ignored)) return "";
  std::ifstream in(path, std::ios::binary);
  return std::string{std::istreambuf_iterator<char>(in), {}};
}

/// Directories of libpom's versions without a manifest are known by their report.
bool has_report(const fs::path& directory) {
  std::error_code failed;
  if (!fs::is_regular_file(directory / "report.json", failed)) return false;
  std::ifstream in(directory / "report.json");
  const nlohmann::json report = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  return report.is_object() && report.value("generator", "") == "libpom";
}

bool is_staged(const fs::path& path) { return path.extension() == staged_suffix; }

/// A process that was killed before its first manifest leaves nothing but staged files.
bool is_unused(const fs::path& directory) {
  std::error_code failed;
  const fs::directory_iterator entries(directory, failed);
  return !failed &&
         std::all_of(begin(entries), end(entries), [](const auto& entry) { return is_staged(entry.path()); });
}

Diagnostic not_ours(const fs::path& target) {
  return make_error(
      "not-our-directory",
      target.string() + " exists and was not written by libpom\nit is left as it is; give another path or remove it",
      {});
}

/// The project's names for which the directory has something else than libpom's text.
std::vector<std::string> changed_files(const fs::path& target, const Manifest& manifest,
                                       const std::vector<std::string>& names) {
  std::vector<std::string> changed;
  for (const std::string& name : names) {
    const std::optional<std::string> text = read(target / name);
    if (text && !manifest.holds(name, *text)) changed.push_back(name);
  }
  return changed;
}

/// Names the files that somebody changed, or why nobody can tell which these are.
Status refuse_changed(const fs::path& target, const Manifest& manifest, const std::vector<std::string>& changed) {
  std::string message;
  if (manifest.found()) {
    for (const std::string& name : changed)
      message += (message.empty() ? "" : "\n") + (target / name).string() + " is not as libpom wrote it";
  } else {
    message = (target / Manifest::file_name).string() +
              (manifest.state() == Manifest::State::missing ? " is missing" : " cannot be read") +
              ", so that nobody can tell which files are as libpom wrote them";
  }
  return make_error("changed-file",
                    message +
                        "\nnothing was replaced; move what you want to keep, give another path, or set "
                        "CompileOptions::overwrite",
                    {});
}

/// A staged file here belongs to nobody, because who writes holds the lock: its process was killed.
void remove_leftovers(const fs::path& target) {
  std::error_code ignored;
  std::vector<fs::path> leftovers;
  for (const fs::directory_entry& entry : fs::directory_iterator(target, ignored)) {
    if (is_staged(entry.path())) leftovers.push_back(entry.path());
  }
  for (const fs::path& leftover : leftovers) fs::remove(leftover, ignored);
}

/// Files of an earlier project in this directory that this one has not, as far as nobody changed them.
void remove_stale(const fs::path& target, const Manifest& before, const Manifest& now) {
  std::error_code ignored;
  for (const auto& [name, hashes] : before.files()) {
    if (now.files().count(name)) continue;
    const std::optional<std::string> text = read(target / name);
    if (text && before.holds(name, *text)) fs::remove(target / name, ignored);
  }
}

/// The project's files that differ from what is there, written beside their places.
Result<std::vector<StagedFile>> stage(const fs::path& target, const ProjectFiles& files) {
  std::vector<StagedFile> staged;
  for (const auto& [name, text] : files) {
    if (read(target / name) == text) continue;  // a build tool sees that nothing is new
    Result<StagedFile> file = StagedFile::write(target / name, text);
    if (!file) return file.errors();
    staged.push_back(*std::move(file));
  }
  return staged;
}

/// A kernel never stands beside the test bench of another one: who presses Ctrl-C waits until all are replaced.
Status replace_files(const fs::path& target, const ProjectFiles& files) {
  const HeldSignals until_written;
  remove_leftovers(target);
  Result<std::vector<StagedFile>> staged = stage(target, files);
  if (!staged) return staged.errors().front();
  const Manifest before = Manifest::read(target);
  Manifest both = before, now;
  for (const auto& [name, text] : files) {
    both.add(name, text);
    now.add(name, text);
  }
  if (Status failed = both.write(target)) return failed;
  for (StagedFile& file : *staged) {
    if (Status failed = file.put_in_place()) return failed;
  }
  remove_stale(target, before, now);
  return now.write(target);
}

/// No path of a file system has a NUL character; what C functions make of one is its part in front.
Status check_path(const std::string& path) {
  if (path.find('\0') == std::string::npos) return std::nullopt;
  return make_error("cannot-write",
                    "cannot write \"" + path.substr(0, path.find('\0')) + "…\": the path has a NUL character", {});
}

/// A directory where a file has its place stays, whatever may be overwritten: nothing is replaced then.
Status check_places(const fs::path& target, const std::vector<std::string>& names) {
  std::error_code ignored;
  for (const std::string& name : names) {
    if (fs::is_directory(fs::symlink_status(target / name, ignored)))
      return make_error("cannot-write",
                        "cannot write \"" + (target / name).string() +
                            "\": it is a directory\nnothing was replaced; move it, or give another path",
                        {});
  }
  return std::nullopt;
}

/// Looks at a directory that this process holds the lock of.
Status check_locked(const fs::path& target, const std::vector<std::string>& names, InTheWay in_the_way) {
  const Manifest manifest = Manifest::read(target);
  if (!is_unused(target) && !manifest.found() && !has_report(target)) return not_ours(target);
  if (in_the_way == InTheWay::overwrite) return check_places(target, names);
  const std::vector<std::string> changed = changed_files(target, manifest, names);
  return changed.empty() ? std::nullopt : refuse_changed(target, manifest, changed);
}

bool is_other_than_directory(const fs::path& target) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(target, ignored)) && !fs::is_directory(target, ignored);
}

}  // namespace

Status check_project_directory(const std::string& path, const std::vector<std::string>& names, InTheWay in_the_way) {
  if (Status failed = check_path(path)) return failed;
  const fs::path target = normalized(path);
  if (is_other_than_directory(target)) return not_ours(target);
  std::error_code ignored;
  if (!fs::exists(target, ignored)) return check_new_directory(target);
  const Result<DirectoryLock> lock = DirectoryLock::acquire(target);
  return lock ? check_locked(target, names, in_the_way) : lock.errors().front();
}

Status write_project(const std::string& path, const ProjectFiles& files, InTheWay in_the_way) {
  const fs::path target = normalized(path);
  if (is_other_than_directory(target)) return not_ours(target);
  std::error_code ignored;
  const bool existed = fs::exists(target, ignored);
  if (Status failed = make_directory(target)) return failed;
  const Result<DirectoryLock> lock = DirectoryLock::acquire(target);
  if (!lock) return lock.errors().front();
  std::vector<std::string> names;
  for (const auto& [name, text] : files) names.push_back(name);
  Status failed = check_locked(target, names, in_the_way);
  if (!failed) failed = replace_files(target, files);
  if (failed && !existed) fs::remove(target, ignored);  // only an empty one goes
  return failed;
}

}  // namespace pom::driver
