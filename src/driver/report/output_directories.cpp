#include "driver/report/output_directories.hpp"

#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>

#include "support/findings.hpp"

namespace pom::driver {

namespace {

/// Weak, so that functions die as ever; a weak pointer keeps its owner's identity, which no later function can take.
using Writer = std::weak_ptr<const dsl::Function>;

std::mutex guard;

std::map<std::string, Writer>& writers() {
  static std::map<std::string, Writer> all;
  return all;
}

std::string key(const std::string& path) {
  std::error_code failed;
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, failed);
  const std::filesystem::path named = failed ? std::filesystem::path(path).lexically_normal() : canonical;
  return (named.has_filename() ? named : named.parent_path()).string();
}

bool is_same(const Writer& left, const Writer& right) { return !left.owner_before(right) && !right.owner_before(left); }

}  // namespace

Status check_other_writer(const std::string& path, const std::shared_ptr<const dsl::Function>& function) {
  const std::lock_guard<std::mutex> lock(guard);
  const auto found = writers().find(key(path));
  std::error_code ignored;
  if (found == writers().end() || !std::filesystem::exists(path, ignored) || is_same(found->second, function))
    return std::nullopt;
  return make_error("directory-used-twice",
                    "another function of this program has written its project to " + path +
                        "\nits files are left as they are; give one of the two another name or path",
                    {});
}

void note_writer(const std::string& path, const std::shared_ptr<const dsl::Function>& function) {
  const std::lock_guard<std::mutex> lock(guard);
  writers()[key(path)] = function;
}

}  // namespace pom::driver
